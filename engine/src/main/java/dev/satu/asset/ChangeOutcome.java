package dev.satu.asset;

import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link ChangeCommand}. */
public sealed interface ChangeOutcome extends StoredOutcome {
  /** It has these details; where it had them before, nothing was written and its version is old. */
  record Changed(Asset asset) implements ChangeOutcome {}

  /** It has changed since the caller saw it; nothing was changed. */
  record VersionMoved(long currentVersion) implements ChangeOutcome {}

  /** There is no such asset. */
  record NotFound() implements ChangeOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Changed;
  }
}
