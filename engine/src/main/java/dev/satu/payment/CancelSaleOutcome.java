package dev.satu.payment;

import dev.satu.asset.Asset;
import dev.satu.asset.AssetStatus;
import dev.satu.idempotency.StoredOutcome;
import dev.satu.sale.Payment;

/** What becomes of a {@link CancelSaleCommand}. */
public sealed interface CancelSaleOutcome extends StoredOutcome {
  /**
   * The sale stands no more.
   *
   * @param asset withdrawn
   * @param payment unmatched, its check due
   * @param json both, as answers show them
   */
  record Cancelled(Asset asset, Payment payment, String json) implements CancelSaleOutcome {}

  /** It is not sold; nothing was changed. */
  record NotSold(AssetStatus status) implements CancelSaleOutcome {}

  /** There is no such asset. */
  record NotFound() implements CancelSaleOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Cancelled;
  }
}
