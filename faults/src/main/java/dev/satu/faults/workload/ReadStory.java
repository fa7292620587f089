package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Reads the story of a lot. */
final class ReadStory implements Act {
  @Override
  public void perform(Client client) {
    String lot = client.memory().anyLot(client.dice()).id();
    client.send(Request.get("read-story", lot, "/v1/assets/" + lot + "/history?limit=20"));
  }
}
