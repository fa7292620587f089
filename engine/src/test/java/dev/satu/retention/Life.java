package dev.satu.retention;

import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.PassingTime;
import dev.satu.asset.CreateCommand;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.BuyerLimits;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Days of life of a small shop, in fast motion: a day of holds, releases, extensions, expiries,
 * changes of details and now and then a sale or a late payment; then all rows' times move a day
 * back. Each day has buyers of its own.
 */
final class Life {
  private static final int LOTS = 20;
  private static final int HOLDS_A_DAY = 20;
  private static final int DAYS_BETWEEN_SALES = 5;

  private final Installed satu;
  private final Operator operator;
  private final Random random;
  private final List<AssetId> lots = new ArrayList<>();
  private final AssetId quiet;
  private int day;
  private int sales;

  Life(Installed satu, long seed) {
    this.satu = satu;
    this.operator = new Operator(satu);
    this.random = new Random(seed);
    for (int i = 0; i < LOTS; i++) {
      lots.add(satu.newAsset());
    }
    this.quiet = satu.newAsset();
  }

  /** How many reservations are facts of sales, or named by money that came too late. */
  int sales() {
    return sales;
  }

  /** A day of traffic, and it is tomorrow. */
  void day() {
    day++;
    List<AssetId> free = new ArrayList<>(lots);
    for (int i = 0; i < HOLDS_A_DAY && !free.isEmpty(); i++) {
      AssetId lot = free.get(random.nextInt(free.size()));
      if (!holdAndEnd(lot, "buyer-" + day + "-" + i % 7)) {
        free.remove(lot);
      }
    }
    operator.rename(quiet, day, "Name of day " + day);
    if (day % DAYS_BETWEEN_SALES == 0) {
      sale();
    }
    PassingTime.pass(satu.database(), Duration.ofDays(1));
  }

  /** Whether the lot is free again; else its hold will be found overdue tomorrow. */
  private boolean holdAndEnd(AssetId lot, String buyer) {
    Reply<PlaceOutcome> reply =
        satu.satu()
            .reservations()
            .place(
                PlaceCommand.of(Installed.SERVER, satu.newKey(), lot, new BuyerId(buyer))
                    .limitedTo(BuyerLimits.FOR_BUYER_TOKENS));
    if (!(reply instanceof Reply.First<PlaceOutcome>(PlaceOutcome.Held(Reservation hold)))) {
      return false;
    }
    int what = random.nextInt(100);
    if (what >= 85) {
      satu.extend(hold.id(), Duration.ofMinutes(5));
    }
    if (what < 70) {
      satu.release(hold.id());
    }
    return what < 70;
  }

  /** One lot is sold for good, and one is paid for too late. */
  private void sale() {
    satu.commit(satu.hold(lot("sold"), "buyer").id(), "paid-" + day);
    Reservation released = satu.hold(lot("late"), "buyer");
    satu.release(released.id());
    satu.commit(released.id(), "late-" + day);
    sales += 2;
  }

  private AssetId lot(String what) {
    AssetId lot = new AssetId(what + "-" + day);
    satu.satu().assets().create(CreateCommand.of(Installed.SERVER, satu.newKey(), lot, "A lot"));
    return lot;
  }
}
