package dev.satu.value;

import java.util.Optional;

/** The id of an import of a file. It carries the slot of its idempotency key. */
public record ImportId(String text) {
  private static final String PREFIX = "imp_";

  /**
   * @throws InvalidValue unless the text has the shape of such an id; {@link #parse} answers
   *     without an exception
   */
  public ImportId {
    if (!SlottedId.isOne(PREFIX, text)) {
      throw new InvalidValue("import_id", "must be " + PREFIX + " and 26 characters");
    }
  }

  /** A new id in the given slot. */
  public static ImportId create(short slot) {
    return new ImportId(SlottedId.create(PREFIX, slot));
  }

  /** The id that the text spells, or nothing: then no such row can exist. */
  public static Optional<ImportId> parse(String text) {
    return SlottedId.isOne(PREFIX, text) ? Optional.of(new ImportId(text)) : Optional.empty();
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
