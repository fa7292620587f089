package dev.satu.asset;

import dev.satu.idempotency.StoredOutcome;
import java.util.List;

/** What becomes of an {@link ImportCommand}. */
public sealed interface ImportOutcome extends StoredOutcome {
  /**
   * Every row of the file is in the catalogue.
   *
   * @param json how many rows, and how many of them were {@code created}, {@code updated} and
   *     {@code skipped} because they stood there already
   */
  record Imported(String json) implements ImportOutcome {}

  /**
   * Some rows are bad; nothing was changed.
   *
   * @param bad what is wrong, in the order of the lines
   * @param complete whether this is all: reading stops after {@link
   *     dev.satu.asset.Assets#MOST_BAD_ROWS}
   */
  record Refused(List<BadRow> bad, boolean complete) implements ImportOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Imported;
  }
}
