package dev.satu.faults.workload;

/** Pays for the oldest hold it knows: mostly too late. */
final class CommitOldHold implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .holds()
        .oldest(held -> !held.isCommitted())
        .ifPresent(held ->
            client.send(Commits.request(client.newKey(), held, client.newPayment(), held.price())));
  }
}
