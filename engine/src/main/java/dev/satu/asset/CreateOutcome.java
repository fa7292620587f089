package dev.satu.asset;

import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link CreateCommand}. */
public sealed interface CreateOutcome extends StoredOutcome {
  /** It is listed, and available. */
  record Created(Asset asset) implements CreateOutcome {}

  /** An asset of this id exists already; nothing was changed. */
  record AlreadyExists() implements CreateOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Created;
  }
}
