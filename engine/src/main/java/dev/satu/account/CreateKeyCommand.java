package dev.satu.account;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new API key of an account.
 *
 * @param name 1 to 255 characters, for people: where it is used
 * @param scopes what it may do: at least one of {@code claim}, {@code settle}, {@code read}, {@code
 *     operator}
 * @param lifetime how long it is in force, from its making; empty: until it is revoked
 * @param hash the SHA-256 of the key that whoever sends this made. No part of the request: a retry
 *     brings another one, and gets the first one's facts
 */
public record CreateKeyCommand(
    Caller caller,
    IdempotencyKey key,
    AccountId account,
    String name,
    List<String> scopes,
    Optional<Duration> lifetime,
    KeyHash hash)
    implements KeyedCommand {

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public CreateKeyCommand {
    Texts.check("name", name);
    scopes = List.copyOf(new TreeSet<>(scopes));
    if (scopes.isEmpty()) {
      throw new InvalidValue("scopes", "must name at least one");
    }
    lifetime = lifetime.map(length -> KeyLifetime.checked("lifetime", length));
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return Arrays.<@Nullable String>asList(
        "key.create",
        account.text(),
        name,
        String.join(" ", scopes),
        lifetime.map(Duration::toString).orElse(null));
  }
}
