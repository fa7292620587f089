package dev.satu.account;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import dev.satu.value.KeyId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a key for good.
 *
 * @param reason why, 1 to 255 characters: stays with the key
 */
public record RevokeKeyCommand(Caller caller, IdempotencyKey key, KeyId id, String reason)
    implements KeyedCommand {

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public RevokeKeyCommand {
    Texts.check("reason", reason);
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("key.revoke", id.text(), reason);
  }
}
