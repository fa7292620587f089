package dev.satu;

import dev.satu.hold.ReservationStatus;
import dev.satu.sale.PaymentState;
import dev.satu.sale.UnmatchedReason;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.Money;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hold and commit as one would explain it at a table: no database, no clock, no keys. {@link
 * LifecyclePropertyTest} holds Satu against it. Each command returns the name of its outcome.
 */
final class LifecycleModel {
  /** How time has treated a hold. */
  enum Time {
    LIVE,
    EXPIRED_JUST_NOW,
    EXPIRED_LONG_AGO
  }

  static final class Hold {
    final Item item;
    final Caller owner;
    final String buyer;
    ReservationStatus written = ReservationStatus.HELD;
    Time time = Time.LIVE;
    int extensions;
    @Nullable String paidBy;

    Hold(Item item, Caller owner, String buyer) {
      this.item = item;
      this.owner = owner;
      this.buyer = buyer;
    }

    ReservationStatus status() {
      return written == ReservationStatus.HELD && time != Time.LIVE
          ? ReservationStatus.EXPIRED
          : written;
    }

    boolean isLive() {
      return status() == ReservationStatus.HELD;
    }

    boolean isOverdue() {
      return written == ReservationStatus.HELD && time != Time.LIVE;
    }

    boolean isOf(Caller caller, String otherBuyer) {
      return owner.account().equals(caller.account()) && buyer.equals(otherBuyer);
    }

    private void end(ReservationStatus how) {
      written = how;
      item.version++;
      if (how != ReservationStatus.COMMITTED) {
        item.hold = null;
      }
    }
  }

  static final class Item {
    final AssetId id;
    final Optional<Money> price;
    long version = 1;
    @Nullable Hold hold;

    Item(AssetId id, Optional<Money> price) {
      this.id = id;
      this.price = price;
    }

    /** The status in its row. */
    String written() {
      Hold now = hold;
      if (now == null) {
        return "AVAILABLE";
      }
      return now.written == ReservationStatus.COMMITTED ? "SOLD" : "HELD";
    }
  }

  private record Known(PaymentState state, Hold hold, Optional<UnmatchedReason> reason) {}

  final List<Item> items = new ArrayList<>();
  final List<Hold> holds = new ArrayList<>();
  private final Map<String, Known> payments = new HashMap<>();

  /** What a buyer is held to: at most so many live holds, and a pause after an expiry. */
  record Limits(@Nullable Integer liveHolds, boolean pause) {}

  String place(Item item, Caller caller, String buyer, Limits limits, boolean refuseOwn) {
    Hold now = item.hold;
    if (now != null && now.written == ReservationStatus.COMMITTED) {
      return "Unavailable SOLD";
    }
    if (now != null && now.isLive()) {
      if (!now.isOf(caller, buyer)) {
        return "Unavailable HELD";
      }
      return refuseOwn ? "Unavailable HELD_BY_YOU" : "AlreadyHeld";
    }
    if (limits.pause() && holds.stream().anyMatch(h -> isPaused(h, item, caller, buyer))) {
      return "TooSoon";
    }
    Integer most = limits.liveHolds();
    if (most != null
        && holds.stream().filter(h -> h.isLive() && h.isOf(caller, buyer)).count() >= most) {
      return "LimitReached";
    }
    if (now != null) {
      now.end(ReservationStatus.EXPIRED);
    }
    Hold hold = new Hold(item, caller, buyer);
    item.hold = hold;
    item.version++;
    holds.add(hold);
    return "Held";
  }

  private static boolean isPaused(Hold hold, Item item, Caller caller, String buyer) {
    return hold.item == item
        && hold.isOf(caller, buyer)
        && hold.status() == ReservationStatus.EXPIRED
        && hold.time == Time.EXPIRED_JUST_NOW;
  }

  String commit(Hold hold, Caller caller, String payment, Optional<Money> money) {
    if (isStranger(hold, caller)) {
      return "NotFound";
    }
    Known known = payments.get(payment);
    if (known != null) {
      return known.hold() == hold ? again(known) : used(known);
    }
    if (!hold.isLive()) {
      return unmatched(hold, payment);
    }
    if (hold.item.price.isPresent() && !hold.item.price.equals(money)) {
      return money.isEmpty() ? "MoneyMissing" : "MoneyMismatch";
    }
    hold.end(ReservationStatus.COMMITTED);
    hold.paidBy = payment;
    payments.put(payment, new Known(PaymentState.SALE, hold, Optional.empty()));
    return "Committed";
  }

  private static String again(Known known) {
    return known.state() == PaymentState.SALE ? "Committed" : late(known.reason().orElseThrow());
  }

  private static String used(Known known) {
    return known.state() == PaymentState.SALE ? "PaymentAlreadyUsed" : "PaymentUnmatched";
  }

  private String unmatched(Hold hold, String payment) {
    UnmatchedReason reason =
        switch (hold.status()) {
          case COMMITTED -> UnmatchedReason.ALREADY_SOLD;
          case RELEASED -> UnmatchedReason.RESERVATION_RELEASED;
          case EXPIRED, HELD -> UnmatchedReason.RESERVATION_EXPIRED;
        };
    if (hold.isOverdue()) {
      hold.end(ReservationStatus.EXPIRED);
    }
    payments.put(payment, new Known(PaymentState.UNMATCHED, hold, Optional.of(reason)));
    return late(reason);
  }

  private static String late(UnmatchedReason reason) {
    return reason == UnmatchedReason.ALREADY_SOLD ? "AlreadySold " + reason : "TooLate " + reason;
  }

  String release(Hold hold, Caller caller) {
    if (isStranger(hold, caller)) {
      return "NotFound";
    }
    if (hold.written == ReservationStatus.COMMITTED) {
      return "AlreadySold";
    }
    if (hold.isLive()) {
      hold.end(ReservationStatus.RELEASED);
    }
    return "Released " + hold.status();
  }

  String extend(Hold hold, Caller caller, int most) {
    if (isStranger(hold, caller)) {
      return "NotFound";
    }
    if (hold.written == ReservationStatus.COMMITTED) {
      return "AlreadySold";
    }
    if (!hold.isLive()) {
      return "Ended " + hold.status();
    }
    if (hold.extensions >= most) {
      return "LimitReached";
    }
    hold.extensions++;
    hold.item.version++;
    return "Extended";
  }

  String sweep() {
    List<Hold> overdue = holds.stream().filter(Hold::isOverdue).toList();
    overdue.forEach(hold -> hold.end(ReservationStatus.EXPIRED));
    return "swept " + overdue.size();
  }

  /** The rows of all items: id, status, version and the reservation that holds it. */
  List<String> rows(Function<Hold, String> idOf) {
    List<String> rows = new ArrayList<>();
    for (Item item : items) {
      Hold hold = item.hold;
      String heldBy = hold == null ? "-" : idOf.apply(hold);
      rows.add("%s %s %d %s".formatted(item.id, item.written(), item.version, heldBy));
    }
    rows.sort(null);
    return rows;
  }

  private static boolean isStranger(Hold hold, Caller caller) {
    return !caller.account().equals(hold.owner.account())
        || (caller.buyer() != null && !caller.buyer().text().equals(hold.buyer));
  }
}
