package dev.satu.faults.workload;

import org.jspecify.annotations.Nullable;

/**
 * A reservation as a client was last told of it.
 *
 * @param price the JSON members that pay for it, or nothing
 */
record Held(String id, String lot, String buyer, String status, @Nullable String price) {
  boolean isHeld() {
    return status.equals("HELD");
  }

  boolean isCommitted() {
    return status.equals("COMMITTED");
  }

  String path() {
    return "/v1/reservations/" + id;
  }
}
