package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Prolongs a hold by seconds; sometimes by more than is allowed, sometimes once too often. */
final class ExtendHold implements Act {
  @Override
  public void perform(Client client) {
    var holds = client.memory().holds();
    var held = client.onceIn(4) ? holds.any(client.dice()) : holds.latest(Held::isHeld);
    held.ifPresent(one -> client.send(request(client, one)));
  }

  static Request request(Client client, Held held) {
    String by = client.onceIn(10) ? "PT2H" : "PT" + (1 + client.dice().nextInt(3)) + "S";
    return Request.post(
        "extend",
        held.lot(),
        held.path() + "/extend",
        client.newKey(),
        "{\"extend_by\":\"" + by + "\"}");
  }
}
