package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Ends a hold as an operator; sometimes on the wrong lot. */
final class ReleaseAsOperator implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .holds()
        .any(client.dice())
        .ifPresent(held -> client.send(request(client, held)));
  }

  private static Request request(Client client, Held held) {
    String lot = client.onceIn(6) ? client.memory().anyLot(client.dice()).id() : held.lot();
    return Request.post(
        "operator-release",
        lot,
        "/v1/assets/" + lot + "/release",
        client.newKey(),
        "{\"reservation_id\":\"" + held.id() + "\",\"reason\":\"The prover wants it\"}");
  }
}
