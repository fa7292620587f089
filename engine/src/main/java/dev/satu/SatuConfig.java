package dev.satu;

import dev.satu.reservation.ClaimQueue;
import dev.satu.reservation.ReservationLimits;
import dev.satu.value.HoldLength;
import java.time.Duration;

/**
 * Every limit of an installation, with its default and the reason for it. Bad values are refused,
 * never repaired.
 *
 * @param holdDefault how long a hold lasts where its asset says nothing: 10 min, as the source
 *     document has it
 * @param holdMax what no hold exceeds: 24 h, because stored answers have to outlive every hold
 * @param extendWindow how long after its beginning a hold can be made to last by extending: 30 min,
 *     so that a slow payment page can be waited for, and hoarding cannot
 * @param extensions how often a hold may be extended: once
 * @param sweepEvery the janitor's delay: 30 s, what a listing's rows may lag behind the clock
 * @param sweepBatch the most holds that one transaction of the sweep ends: 500, to keep its locks
 *     short
 * @param retries how often a transaction is begun again after a serialisation failure or a
 *     deadlock: 5
 * @param waiting how many commands may wait for locked rows at once: 4, so that a stuck row holds
 *     few connections; the pool must be larger
 * @param keysKept how long a stored answer is kept: 48 h. At least 25 h, so that it outlives a day
 *     and every hold
 * @param storyKept how long events and ended reservations are kept: 400 days, a year and the time
 *     to ask about it. At least 31 days, because money that names a hold can come weeks after its
 *     end, and longer than a stored answer and the longest hold together
 * @param underWay how many commands this process works on at once before it says busy: 2,000
 * @param claims how claims are written together
 */
public record SatuConfig(
    Duration holdDefault,
    Duration holdMax,
    Duration extendWindow,
    int extensions,
    Duration sweepEvery,
    int sweepBatch,
    int retries,
    int waiting,
    Duration keysKept,
    Duration storyKept,
    int underWay,
    ClaimQueue.Shape claims) {

  /**
   * A payment by bank transfer or at a counter is told of days, sometimes weeks, after it began.
   */
  private static final Duration LATEST_MONEY = Duration.ofDays(31);

  /** The defaults. */
  public static final SatuConfig DEFAULT =
      new SatuConfig(
          Duration.ofMinutes(10),
          Duration.ofHours(24),
          Duration.ofMinutes(30),
          1,
          Duration.ofSeconds(30),
          500,
          5,
          4,
          Duration.ofHours(48),
          Duration.ofDays(400),
          2000,
          ClaimQueue.Shape.DEFAULT);

  /**
   * @throws IllegalArgumentException naming the value that breaks its rule
   */
  public SatuConfig {
    between("holdMax", holdMax, HoldLength.SHORTEST, HoldLength.LONGEST);
    between("holdDefault", holdDefault, HoldLength.SHORTEST, holdMax);
    between("extendWindow", extendWindow, HoldLength.SHORTEST, holdMax);
    between("extensions", extensions, 0, 1000);
    between("sweepEvery", sweepEvery, Duration.ofMillis(100), Duration.ofHours(1));
    between("sweepBatch", sweepBatch, 1, 10_000);
    between("retries", retries, 0, 20);
    between("waiting", waiting, 1, 1000);
    between("keysKept", keysKept, HoldLength.LONGEST.plusHours(1), Duration.ofDays(366));
    between("storyKept", storyKept, shortestStory(keysKept), Duration.ofDays(36_600));
    between("underWay", underWay, 1, 1_000_000);
  }

  ReservationLimits reservationLimits() {
    return new ReservationLimits(holdDefault, holdMax, extendWindow, extensions);
  }

  private static Duration shortestStory(Duration keysKept) {
    Duration answers = keysKept.plus(HoldLength.LONGEST);
    return answers.compareTo(LATEST_MONEY) > 0 ? answers : LATEST_MONEY;
  }

  private static <T extends Comparable<T>> void between(String name, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", but must be " + least + " to " + most);
    }
  }
}
