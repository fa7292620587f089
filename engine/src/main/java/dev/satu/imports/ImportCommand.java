package dev.satu.imports;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.Caller;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Imports a file of lots: all of it, or nothing.
 *
 * @param digest says which file it is: equal for equal files read in the same way, and for no
 *     others, such as the format and the SHA-256
 */
public record ImportCommand(Caller caller, IdempotencyKey key, String digest, ImportMode mode)
    implements KeyedCommand {
  @Override
  public List<@Nullable String> fingerprintParts() {
    return Arrays.<@Nullable String>asList("asset.import", mode.name(), digest);
  }
}
