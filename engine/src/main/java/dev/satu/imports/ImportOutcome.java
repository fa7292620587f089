package dev.satu.imports;

import dev.satu.idempotency.StoredOutcome;
import dev.satu.value.ImportId;
import java.util.List;

/** What becomes of an {@link ImportCommand}. */
public sealed interface ImportOutcome extends StoredOutcome {
  /** Which import it was. */
  ImportId id();

  /**
   * Every row of the file is in the catalogue.
   *
   * @param json how many rows, and how many of them were {@code created}, {@code updated} and
   *     {@code skipped} because they stood there already; and how long the one transaction took
   *     that {@code published} them, which readers of events had to wait
   */
  record Imported(ImportId id, String json) implements ImportOutcome {}

  /**
   * Some rows are bad; nothing was changed.
   *
   * @param bad what is wrong, in the order of the lines
   * @param complete whether this is all: reading stops after {@link Imports#MOST_BAD_ROWS}
   */
  record Refused(ImportId id, List<BadRow> bad, boolean complete) implements ImportOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Imported;
  }
}
