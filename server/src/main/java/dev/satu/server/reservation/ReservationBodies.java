package dev.satu.server.reservation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The JSON of reservations. */
final class ReservationBodies {
  private ReservationBodies() {}

  /**
   * A wish to hold an asset.
   *
   * @param holdFor for how long, at most as long as the asset allows; absent: as long as it allows
   */
  record Hold(String buyerId, @Nullable Duration holdFor) {}

  /**
   * A captured payment.
   *
   * @param gateway where it was paid; absent: {@code external}
   * @param amount in minor units; required where the asset has a price
   * @param currency three letters; goes with the amount
   */
  record Commit(
      String paymentRef,
      @Nullable String gateway,
      @Nullable Long amount,
      @Nullable String currency) {}

  /** Which hold an operator ends, and why; the reason stands in the asset's story. */
  record OperatorRelease(String reservationId, String reason) {}

  /** By how much a hold is to live longer. */
  record Extend(Duration extendBy) {}

  /** A reservation as it is shown; for the description only, since the engine renders it. */
  record ReservationShown(
      String reservationId,
      String assetId,
      String buyerId,
      String status,
      Instant expiresAt,
      Instant createdAt,
      @Nullable Instant endedAt,
      @Nullable Integer extensions,
      @Nullable PriceShown price,
      @Nullable PaymentShown payment,
      long version,
      @Nullable Boolean alreadyHeld) {}

  /** The price copied at the hold; for the description only. */
  record PriceShown(long amount, String currency) {}

  /** A payment as it is shown; for the description only. */
  record PaymentShown(
      String paymentId,
      String gateway,
      String paymentRef,
      String state,
      @Nullable String reason,
      @Nullable Long amount,
      @Nullable String currency) {}
}
