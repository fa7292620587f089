package dev.satu.faults.workload;

/**
 * A lot: one place on the shelf, filled anew each time it was sold. Everything about it follows
 * from the place and the turn, so that all clients list the same thing.
 *
 * @param place from 0; the first ones are hot
 * @param turn from 0
 */
record Lot(Shelf shelf, int place, int turn) {
  private static final int KINDS_OF_LENGTH = 7;

  String id() {
    return shelf.prefix() + (isHot() ? "-hot" : "-lot") + place + "-" + turn;
  }

  boolean isHot() {
    return place < shelf.hot();
  }

  /** What is on the shelf here when this one is sold. */
  Lot next() {
    return new Lot(shelf, place, turn + 1);
  }

  /** The body that lists it. */
  String listing() {
    return "{\"asset_id\":\"%s\",\"name\":\"Lot %d, turn %d\",\"category\":\"proof\"%s%s}"
        .formatted(id(), place, turn, price(), length());
  }

  private String price() {
    return place % 2 == 0
        ? ",\"price\":{\"amount\":" + (1_000 + place) + ",\"currency\":\"CHF\"}"
        : "";
  }

  /** Mostly seconds, so that holds end by themselves while the run lasts; some as usual. */
  private String length() {
    int kind = (place + turn) % KINDS_OF_LENGTH;
    return kind < 5 ? ",\"hold_for\":\"PT" + (kind + 1) + "S\"" : "";
  }
}
