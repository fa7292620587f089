package dev.satu.account;

import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link CreateAccountCommand}. */
public sealed interface CreateAccountOutcome extends StoredOutcome {
  /** It is there. */
  record Created(Account account) implements CreateAccountOutcome {}

  /** An account of this id exists already; nothing was changed. */
  record AlreadyExists() implements CreateAccountOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Created;
  }
}
