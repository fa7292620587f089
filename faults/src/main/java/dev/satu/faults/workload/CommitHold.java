package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Pays for a hold, as one should: its price, with a payment of its own. */
final class CommitHold implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .holds()
        .latest(Held::isHeld)
        .ifPresent(held -> client.send(request(client, held, client.newPayment())));
  }

  static Request request(Client client, Held held, String payment) {
    return Commits.request(client.newKey(), held, payment, held.price());
  }
}
