package dev.satu.account;

import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link RevokeKeyCommand}. */
public sealed interface RevokeKeyOutcome extends StoredOutcome {
  /** It is revoked: just now, or it was before, with the reason of then. */
  record Revoked(ApiKey key) implements RevokeKeyOutcome {}

  /** There is no such key. */
  record NotFound() implements RevokeKeyOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Revoked;
  }
}
