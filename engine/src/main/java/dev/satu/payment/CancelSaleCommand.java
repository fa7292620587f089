package dev.satu.payment;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes a sold asset back from its buyer. It is then withdrawn (relisting is an act of its own),
 * and its payment is unmatched, with a check at its gateway due: money that has to find its way
 * back.
 *
 * @param reason stands in the asset's story
 */
public record CancelSaleCommand(Caller caller, IdempotencyKey key, AssetId asset, Reason reason)
    implements KeyedCommand {
  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("asset.cancel-sale", asset.text(), reason.text());
  }
}
