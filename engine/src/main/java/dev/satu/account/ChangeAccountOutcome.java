package dev.satu.account;

import dev.satu.idempotency.StoredOutcome;

/** What becomes of a {@link ChangeAccountCommand}. */
public sealed interface ChangeAccountOutcome extends StoredOutcome {
  /** The account as it is now. */
  record Changed(Account account) implements ChangeAccountOutcome {}

  /** Somebody changed it before: the account as it is, and nothing was changed now. */
  record OtherVersion(Account account) implements ChangeAccountOutcome {}

  /** There is no such account. */
  record NotFound() implements ChangeAccountOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Changed;
  }
}
