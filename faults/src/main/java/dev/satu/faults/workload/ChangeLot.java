package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Changes details of a lot, as it was last seen: often somebody was faster. */
final class ChangeLot implements Act {
  @Override
  public void perform(Client client) {
    String lot = client.memory().anyLot(client.dice()).id();
    client
        .memory()
        .version(lot)
        .ifPresent(seen ->
            client.send(
                Request.patch(
                    "change", lot, "/v1/assets/" + lot, client.newKey(), seen, change(client))));
  }

  private static String change(Client client) {
    return switch (client.dice().nextInt(4)) {
      case 0 -> "{\"hold_for\":\"PT" + (1 + client.dice().nextInt(5)) + "S\"}";
      case 1 ->
          "{\"price\":{\"amount\":" + (1 + client.dice().nextInt(3)) + ",\"currency\":\"CHF\"}}";
      case 2 -> "{\"price\":null}";
      default -> "{\"name\":\"Lot of the day " + client.dice().nextInt(3) + "\"}";
    };
  }
}
