package dev.satu.value;

import java.util.Optional;

/** The id of a reservation. It carries the slot of its asset. */
public record ReservationId(String text) {
  private static final String PREFIX = "res_";

  /**
   * @throws InvalidValue unless the text has the shape of such an id; {@link #parse} answers
   *     without an exception
   */
  public ReservationId {
    if (!SlottedId.isOne(PREFIX, text)) {
      throw new InvalidValue("reservation_id", "must be " + PREFIX + " and 26 characters");
    }
  }

  /** A new id in the given slot. */
  public static ReservationId create(short slot) {
    return new ReservationId(SlottedId.create(PREFIX, slot));
  }

  /** The id that the text spells, or nothing: then no such row can exist. */
  public static Optional<ReservationId> parse(String text) {
    return SlottedId.isOne(PREFIX, text) ? Optional.of(new ReservationId(text)) : Optional.empty();
  }

  /** The slot in which its row lives. */
  public short slot() {
    return SlottedId.slot(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
