package dev.satu.account;

import dev.satu.idempotency.StoredOutcome;
import dev.satu.value.KeyId;

/** What becomes of a {@link RotateKeyCommand}. */
public sealed interface RotateKeyOutcome extends StoredOutcome {
  /** The new key. A replay has the same facts; the key itself only its maker ever had. */
  record Rotated(ApiKey successor) implements RotateKeyOutcome {}

  /** It has a successor already: rotate that one. */
  record AlreadyRotated(KeyId successor) implements RotateKeyOutcome {}

  /** It is revoked or expired: only a key in force can be rotated. */
  record NotInForce(KeyStatus status) implements RotateKeyOutcome {}

  /** There is no such key. */
  record NotFound() implements RotateKeyOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Rotated;
  }
}
