package dev.satu.reservation;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.HoldLength;
import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds an asset for a buyer.
 *
 * @param holdFor for how long, 1 s to 24 h and no longer than the asset allows; empty: as long as
 *     the asset allows
 * @param limits what keeps the buyer from hoarding
 * @param ownHold what is answered if the buyer holds it already
 */
public record PlaceCommand(
    Caller caller,
    IdempotencyKey key,
    AssetId asset,
    BuyerId buyer,
    Optional<Duration> holdFor,
    BuyerLimits limits,
    OwnHold ownHold)
    implements KeyedCommand {

  /**
   * @throws InvalidValue if the length is out of range, or the caller may act for another buyer
   *     only
   */
  public PlaceCommand {
    holdFor = holdFor.map(length -> HoldLength.checked("hold_for", length));
    if (!caller.mayActFor(caller.account(), buyer)) {
      throw new InvalidValue("buyer_id", "must be the buyer that the token names");
    }
  }

  /** A hold as long as the asset allows, without limits on the buyer. */
  public static PlaceCommand of(Caller caller, IdempotencyKey key, AssetId asset, BuyerId buyer) {
    return new PlaceCommand(
        caller, key, asset, buyer, Optional.empty(), BuyerLimits.NONE, OwnHold.RETURN);
  }

  /** The same, for a shorter time. */
  public PlaceCommand holdingFor(Duration length) {
    return new PlaceCommand(caller, key, asset, buyer, Optional.of(length), limits, ownHold);
  }

  /** The same, with limits on the buyer. */
  public PlaceCommand limitedTo(BuyerLimits other) {
    return new PlaceCommand(caller, key, asset, buyer, holdFor, other, ownHold);
  }

  /** The same, with another answer to a buyer who holds it already. */
  public PlaceCommand whenOwn(OwnHold other) {
    return new PlaceCommand(caller, key, asset, buyer, holdFor, limits, other);
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return Arrays.<@Nullable String>asList(
        "reservation.place",
        asset.text(),
        buyer.text(),
        holdFor.map(Duration::toString).orElse(null));
  }
}
