package dev.satu.value;

import java.util.Optional;

/** The id of our record of a payment. It carries the slot of (gateway, payment_ref). */
public record PaymentId(String text) {
  private static final String PREFIX = "pay_";

  /**
   * @throws InvalidValue unless the text has the shape of such an id; {@link #parse} answers
   *     without an exception
   */
  public PaymentId {
    if (!SlottedId.isOne(PREFIX, text)) {
      throw new InvalidValue("payment_id", "must be " + PREFIX + " and 26 characters");
    }
  }

  /** A new id in the given slot. */
  public static PaymentId create(short slot) {
    return new PaymentId(SlottedId.create(PREFIX, slot));
  }

  /** The id that the text spells, or nothing: then no such row can exist. */
  public static Optional<PaymentId> parse(String text) {
    return SlottedId.isOne(PREFIX, text) ? Optional.of(new PaymentId(text)) : Optional.empty();
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
