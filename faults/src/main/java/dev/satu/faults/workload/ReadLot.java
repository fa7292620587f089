package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Looks at a lot. */
final class ReadLot implements Act {
  @Override
  public void perform(Client client) {
    client.send(request(client.memory().anyLot(client.dice()).id()));
  }

  static Request request(String lot) {
    return Request.get("read-lot", lot, "/v1/assets/" + lot);
  }
}
