package dev.satu.reservation;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import dev.satu.value.Reason;
import dev.satu.value.ReservationId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a hold early on an operator's word, whichever account it belongs to. That the caller is an
 * operator is checked before: the engine knows no scopes. Names the reservation too, so that it
 * never frees the next owner's hold.
 */
public record OperatorReleaseCommand(
    Caller caller, IdempotencyKey key, AssetId asset, ReservationId reservation, Reason reason)
    implements KeyedCommand {
  /**
   * @throws InvalidValue if the caller is a buyer
   */
  public OperatorReleaseCommand {
    if (caller.buyer() != null) {
      throw new InvalidValue("caller", "must not be a buyer");
    }
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("asset.release", asset.text(), reservation.text(), reason.text());
  }
}
