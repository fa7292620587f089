package dev.satu;

import dev.satu.idempotency.ReplyListener;
import dev.satu.janitor.SweepListener;

/**
 * Who is told what an installation does, for metrics.
 *
 * @param replies of commands that run through {@link Satu#inFlight()}
 * @param sweeps of the janitor
 */
public record Listeners(ReplyListener replies, SweepListener sweeps) {
  /** Nobody. */
  public static final Listeners NONE = new Listeners(ReplyListener.NONE, SweepListener.NONE);
}
