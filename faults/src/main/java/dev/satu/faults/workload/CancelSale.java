package dev.satu.faults.workload;

/** Cancels a sale. */
final class CancelSale implements Act {
  @Override
  public void perform(Client client) {
    String any = client.memory().anyLot(client.dice()).id();
    String lot = client.onceIn(5) ? any : client.memory().sold().any(client.dice()).orElse(any);
    client.send(OperatorRequests.withReason(client, "cancel-sale", lot, "cancel-sale"));
  }
}
