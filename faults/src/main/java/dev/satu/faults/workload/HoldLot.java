package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Holds a lot, hot or not; lists it first if it is not on sale yet. */
final class HoldLot implements Act {
  @Override
  public void perform(Client client) {
    Lot lot = client.memory().anyLot(client.dice());
    if (!client.memory().isListed(lot)) {
      client.send(Request.post("list", lot.id(), "/v1/assets", client.newKey(), lot.listing()));
    }
    client.send(request(client, lot.id()));
  }

  /** A request for a hold; sometimes shorter than the lot allows, sometimes longer. */
  static Request request(Client client, String lot) {
    String length =
        client.onceIn(6) ? ",\"hold_for\":\"PT" + (1 + client.dice().nextInt(3)) + "S\"" : "";
    String body = "{\"buyer_id\":\"" + client.buyer() + "\"" + length + "}";
    return Request.post("hold", lot, "/v1/assets/" + lot + "/reservations", client.newKey(), body);
  }
}
