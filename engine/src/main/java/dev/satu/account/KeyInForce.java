package dev.satu.account;

import dev.satu.value.AccountId;
import dev.satu.value.KeyId;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a key that was found in force lets its bearer do.
 *
 * @param remaining for how long it is in force from the moment of reading, if it will expire: a
 *     length, so that no node needs a right clock
 */
public record KeyInForce(
    KeyId id,
    AccountId account,
    AccountRules rules,
    Set<String> scopes,
    Optional<Duration> remaining) {
  public KeyInForce {
    scopes = Set.copyOf(scopes);
  }
}
