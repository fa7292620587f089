package dev.satu.faults.workload;

import dev.satu.faults.history.Request;

/** Looks at a reservation. */
final class ReadReservation implements Act {
  @Override
  public void perform(Client client) {
    client
        .memory()
        .holds()
        .any(client.dice())
        .ifPresent(held -> client.send(request(held.lot(), held.id())));
  }

  static Request request(String lot, String reservation) {
    return Request.get("read-reservation", lot, "/v1/reservations/" + reservation);
  }
}
