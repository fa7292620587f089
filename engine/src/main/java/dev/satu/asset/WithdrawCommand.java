package dev.satu.asset;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes an available asset off sale. One whose hold is overdue is available: the end of that hold
 * is written with it. A held asset is not withdrawn: an operator releases it first.
 *
 * @param reason stands in the asset's story
 */
public record WithdrawCommand(Caller caller, IdempotencyKey key, AssetId asset, Reason reason)
    implements KeyedCommand {
  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("asset.withdraw", asset.text(), reason.text());
  }
}
