package dev.satu.faults.workload;

/** Pays once more for what is sold, with another payment or with one that was named before. */
final class CommitAgain implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .holds()
        .latest(Held::isCommitted)
        .ifPresent(held -> {
          String before =
              client.memory().payments().any(client.dice()).orElseGet(client::newPayment);
          String payment = client.onceIn(2) ? client.newPayment() : before;
          client.send(Commits.request(client.newKey(), held, payment, held.price()));
        });
  }
}
