package dev.satu.value;

import java.util.Optional;

/** The id of an API key: its name, which is no secret. It carries the slot of the key's hash. */
public record KeyId(String text) {
  private static final String PREFIX = "key_";

  /**
   * @throws InvalidValue unless the text has the shape of such an id; {@link #parse} answers
   *     without an exception
   */
  public KeyId {
    if (!SlottedId.isOne(PREFIX, text)) {
      throw new InvalidValue("key_id", "must be " + PREFIX + " and 26 characters");
    }
  }

  /** A new id in the given slot. */
  public static KeyId create(short slot) {
    return new KeyId(SlottedId.create(PREFIX, slot));
  }

  /** The id that the text spells, or nothing: then no such row can exist. */
  public static Optional<KeyId> parse(String text) {
    return SlottedId.isOne(PREFIX, text) ? Optional.of(new KeyId(text)) : Optional.empty();
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
