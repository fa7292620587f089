package dev.satu.reservation;

import java.time.Duration;

/**
 * The limits of reservations in this installation; {@code SatuConfig} checks them and says why they
 * are what they are.
 *
 * @param holdDefault how long a hold lasts where the asset says nothing
 * @param holdMax what no hold exceeds
 * @param extendWindow how long after its beginning a hold may be made to last by extending, if its
 *     asset allows less
 * @param extensions how often a hold may be extended
 */
public record ReservationLimits(
    Duration holdDefault, Duration holdMax, Duration extendWindow, int extensions) {}
