package dev.satu;

import dev.satu.idempotency.ReplyListener;
import dev.satu.janitor.SweepListener;
import dev.satu.reservation.ClaimListener;

/**
 * Who is told what an installation does, for metrics.
 *
 * @param replies of commands that run through {@link Satu#inFlight()}
 * @param sweeps of the janitor
 * @param claims of the queue of claims
 */
public record Listeners(ReplyListener replies, SweepListener sweeps, ClaimListener claims) {
  /** Nobody. */
  public static final Listeners NONE =
      new Listeners(ReplyListener.NONE, SweepListener.NONE, ClaimListener.NONE);
}
