package dev.satu.account;

import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link CreateKeyCommand}. */
public sealed interface CreateKeyOutcome extends StoredOutcome {
  /** It is in force. A replay has the same facts; the key itself only its maker ever had. */
  record Created(ApiKey key) implements CreateKeyOutcome {}

  /** There is no such account. */
  record AccountNotFound() implements CreateKeyOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Created;
  }
}
