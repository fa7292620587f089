package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Uses an old key for another request: another lot, or other values. */
final class ReuseKey implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .requests()
        .any(client.dice())
        .ifPresent(old -> client.send(another(client, old)));
  }

  private static Request another(Client client, Request old) {
    Lot lot = client.memory().anyLot(client.dice());
    String body = old.body();
    return body != null && body.contains("buyer_id") && client.onceIn(2)
        ? old.withBody("{\"buyer_id\":\"somebody-else\"}")
        : HoldLot.request(client, lot.id()).withKey(old.key());
  }
}
