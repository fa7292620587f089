package dev.satu.account;

import dev.satu.value.AccountId;
import dev.satu.value.KeyId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An API key as it was at one instant of the database's clock. Never has the key itself.
 *
 * @param scopes what it may do, sorted
 * @param status at that instant
 * @param expiresAt until when it is in force; empty: until it is revoked
 * @param replacedBy the key that took its place, if it was rotated
 * @param json the same facts as answers show them
 */
public record ApiKey(
    KeyId id,
    AccountId account,
    String name,
    List<String> scopes,
    KeyStatus status,
    Optional<Instant> expiresAt,
    Optional<KeyId> replacedBy,
    long version,
    String json) {
  public ApiKey {
    scopes = List.copyOf(scopes);
  }
}
