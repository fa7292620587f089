package dev.satu.reservation;

import dev.satu.idempotency.Fingerprint;

/**
 * A hold that is asked for, as one of many in a round trip.
 *
 * @param print the command's fingerprint, made once
 */
record Claim(PlaceCommand command, Fingerprint print) {}
