package dev.satu.asset;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts a withdrawn asset back on sale.
 *
 * @param reason stands in the asset's story
 */
public record RelistCommand(Caller caller, IdempotencyKey key, AssetId asset, Reason reason)
    implements KeyedCommand {
  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("asset.relist", asset.text(), reason.text());
  }
}
