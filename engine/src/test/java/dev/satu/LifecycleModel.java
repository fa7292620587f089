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
 * Hold and commit, and what an operator may do about them, as one would explain it at a table: no
 * database, no clock, no keys. {@link LifecyclePropertyTest} holds Satu against it. Each command
 * returns the name of its outcome.
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
    // As it was when the hold began: a later change of the item's is none of this hold's.
    final Optional<Money> price;
    ReservationStatus written = ReservationStatus.HELD;
    Time time = Time.LIVE;
    int extensions;
    @Nullable String paidBy;

    Hold(Item item, Caller owner, String buyer) {
      this.item = item;
      this.owner = owner;
      this.buyer = buyer;
      this.price = item.price;
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
    String name;
    Optional<Money> price;
    long version = 1;
    boolean withdrawn;
    @Nullable Hold hold;

    Item(AssetId id, String name, Optional<Money> price) {
      this.id = id;
      this.name = name;
      this.price = price;
    }

    /** The status that everybody is told: an overdue hold holds nothing. */
    String statusNow() {
      return hold != null && hold.isOverdue() ? "AVAILABLE" : written();
    }

    /** The status in its row. */
    String written() {
      Hold now = hold;
      if (now == null) {
        return withdrawn ? "WITHDRAWN" : "AVAILABLE";
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
    if (item.withdrawn || (now != null && now.written == ReservationStatus.COMMITTED)) {
      return "Unavailable " + item.written();
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
    if (hold.price.isPresent() && !hold.price.equals(money)) {
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
    return switch (reason) {
      case ALREADY_SOLD -> "AlreadySold " + reason;
      case SALE_CANCELLED -> "SaleCancelled " + reason;
      case RESERVATION_EXPIRED, RESERVATION_RELEASED -> "TooLate " + reason;
    };
  }

  String release(Hold hold, Caller caller) {
    return isStranger(hold, caller) ? "NotFound" : release(hold);
  }

  /** As an operator, whose hold it ever is, if it is one on this item. */
  String releaseAsOperator(Item item, Hold hold) {
    return hold.item == item ? release(hold) : "NotFound";
  }

  private static String release(Hold hold) {
    if (hold.written == ReservationStatus.COMMITTED) {
      return "AlreadySold";
    }
    if (hold.isLive()) {
      hold.end(ReservationStatus.RELEASED);
    }
    return "Released " + hold.status();
  }

  String withdraw(Item item) {
    if (!item.statusNow().equals("AVAILABLE")) {
      return "NotAvailable " + item.statusNow();
    }
    if (item.hold != null) {
      item.hold.end(ReservationStatus.EXPIRED);
    }
    item.withdrawn = true;
    item.version++;
    return "Withdrawn";
  }

  String relist(Item item) {
    if (!item.withdrawn) {
      return "NotWithdrawn " + item.statusNow();
    }
    item.withdrawn = false;
    item.version++;
    return "Relisted";
  }

  String cancelSale(Item item) {
    Hold sold = item.hold;
    if (sold == null || sold.paidBy == null) {
      return "NotSold " + item.statusNow();
    }
    UnmatchedReason reason = UnmatchedReason.SALE_CANCELLED;
    payments.put(sold.paidBy, new Known(PaymentState.UNMATCHED, sold, Optional.of(reason)));
    item.hold = null;
    item.withdrawn = true;
    item.version++;
    return "Cancelled " + reason;
  }

  /** A change to what it is already writes nothing. */
  String change(Item item, long seenVersion, String name, Optional<Money> price) {
    if (item.version != seenVersion) {
      return "VersionMoved";
    }
    if (!item.name.equals(name) || !item.price.equals(price)) {
      item.name = name;
      item.price = price;
      item.version++;
    }
    return "Changed";
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

  /** The rows of all items: id, status, version, the reservation that holds it, price and name. */
  List<String> rows(Function<Hold, String> idOf) {
    List<String> rows = new ArrayList<>();
    for (Item item : items) {
      Hold hold = item.hold;
      String heldBy = hold == null ? "-" : idOf.apply(hold);
      String price = item.price.map(money -> Long.toString(money.amount())).orElse("-");
      rows.add(
          "%s %s %d %s %s %s"
              .formatted(item.id, item.written(), item.version, heldBy, price, item.name));
    }
    rows.sort(null);
    return rows;
  }

  private static boolean isStranger(Hold hold, Caller caller) {
    return !caller.account().equals(hold.owner.account())
        || (caller.buyer() != null && !caller.buyer().text().equals(hold.buyer));
  }
}
