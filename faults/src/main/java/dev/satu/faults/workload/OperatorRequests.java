package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Requests that an operator makes about a lot, each with a reason. */
final class OperatorRequests {
  private OperatorRequests() {}

  static Request withReason(Client client, String act, String lot, String verb) {
    return Request.post(
        act,
        lot,
        "/v1/assets/" + lot + "/" + verb,
        client.newKey(),
        "{\"reason\":\"The prover wants it\"}");
  }
}
