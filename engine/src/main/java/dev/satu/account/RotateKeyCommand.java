package dev.satu.account;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import dev.satu.value.KeyId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a key a successor that may do the same. Both are in force until the overlap ends; so no
 * caller has to change keys in the same moment.
 *
 * @param overlap how long the old one stays in force, 1 s or more; never longer than it would have
 *     been
 * @param hash the SHA-256 of the new key, as in {@link CreateKeyCommand}
 */
public record RotateKeyCommand(
    Caller caller, IdempotencyKey key, KeyId id, Duration overlap, KeyHash hash)
    implements KeyedCommand {
  /** The overlap where none is said: a day, in which every deployment comes round. */
  public static final Duration USUAL_OVERLAP = Duration.ofHours(24);

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public RotateKeyCommand {
    overlap = KeyLifetime.checked("overlap", overlap);
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("key.rotate", id.text(), overlap.toString());
  }
}
