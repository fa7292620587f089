package dev.satu.asset;

import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link RelistCommand}. */
public sealed interface RelistOutcome extends StoredOutcome {
  /** It is on sale again. */
  record Relisted(Asset asset) implements RelistOutcome {}

  /** It is not withdrawn; nothing was changed. */
  record NotWithdrawn(AssetStatus status) implements RelistOutcome {}

  /** There is no such asset. */
  record NotFound() implements RelistOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Relisted;
  }
}
