package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Releases a hold, sometimes one that has ended. */
final class ReleaseHold implements Act {
  @Override
  public void perform(Client client) {
    var holds = client.memory().holds();
    var held = client.onceIn(4) ? holds.any(client.dice()) : holds.latest(Held::isHeld);
    held.ifPresent(one -> client.send(request(client, one)));
  }

  static Request request(Client client, Held held) {
    return Request.post("release", held.lot(), held.path() + "/release", client.newKey(), null);
  }
}
