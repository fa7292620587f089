package dev.satu.faults.workload;

/** Puts a lot on sale again that it saw withdrawn, and tries to hold it. */
final class RelistLot implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .withdrawn()
        .any(client.dice())
        .ifPresent(lot -> {
          client.send(OperatorRequests.withReason(client, "relist", lot, "relist"));
          client.send(HoldLot.request(client, lot));
        });
  }
}
