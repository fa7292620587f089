package dev.satu.faults.workload;

/** Takes a lot off sale, if nobody has it. */
final class WithdrawLot implements Act {
  @Override
  public void perform(Client client) {
    Lot lot = client.memory().anyLot(client.dice());
    client.send(OperatorRequests.withReason(client, "withdraw", lot.id(), "withdraw"));
  }
}
