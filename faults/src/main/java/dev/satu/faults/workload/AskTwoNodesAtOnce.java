package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Sends one command, with one key, to two nodes at the same moment. */
final class AskTwoNodesAtOnce implements Act {
  @Override
  public void perform(Client client) {
    var held = client.memory().holds().latest(Held::isHeld);
    Lot lot = client.memory().anyLot(client.dice());
    if (held.isPresent() && client.onceIn(2)) {
      client.sendTwiceAtOnce(change(client, held.get()));
    } else if (client.memory().isListed(lot)) {
      client.sendTwiceAtOnce(HoldLot.request(client, lot.id()));
    } else {
      client.sendTwiceAtOnce(
          Request.post("list", lot.id(), "/v1/assets", client.newKey(), lot.listing()));
    }
  }

  private static Request change(Client client, Held held) {
    return switch (client.dice().nextInt(3)) {
      case 0 -> CommitHold.request(client, held, client.newPayment());
      case 1 -> ReleaseHold.request(client, held);
      default -> ExtendHold.request(client, held);
    };
  }
}
