package dev.satu.faults.workload;

import dev.satu.faults.history.Request;
import java.util.List;

/** Looks at a page of the catalogue. */
final class ReadListing implements Act {
  private static final List<String> QUERIES =
      List.of(
          "?limit=5",
          "?limit=10&sort=-created_at",
          "?limit=5&status=AVAILABLE",
          "?limit=5&status=HELD",
          "?limit=5&status=SOLD&sort=-id",
          "?limit=5&category=proof&sort=price&currency=CHF");

  @Override
  public void perform(Client client) {
    client.send(Request.get("read-listing", null, "/v1/assets" + client.oneOf(QUERIES)));
  }
}
