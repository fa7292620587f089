package dev.satu.faults.check;

import dev.satu.faults.check.Timeline.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every refusal is explained by a state that the item was in at some moment between the sending of
 * the request and its answer.
 */
final class Refusals implements Rule.OfItem {
  private final long remembered;

  /**
   * @param remembered for how long a server may repeat a refusal from memory
   */
  Refusals(Duration remembered) {
    this.remembered = remembered.toNanos();
  }

  @Override
  public String name() {
    return "refusals";
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    if (item.timeline().illegalMove().isPresent()) {
      return;
    }
    Periods periods = new Periods(item, findings.clock());
    for (Telling telling : item.tellings()) {
      if (telling.isFresh() && !isExplained(item, telling, periods, findings.clock())) {
        findings.add(
            this,
            item.id(),
            "%s %s is explained by nothing that was so at the time"
                .formatted(telling.told().errorCode(), telling.reason()),
            telling.call());
      }
    }
  }

  private boolean isExplained(
      ItemCase item, Telling telling, Periods periods, DatabaseClock clock) {
    String code = telling.told().errorCode();
    if (code == null || telling.act().equals(Garbage.ACT)) {
      return true;
    }
    return switch (code) {
      case "ASSET_NOT_FOUND" -> wasThen(item, telling, periods, clock, null);
      case "ASSET_UNAVAILABLE", "ASSET_NOT_WITHDRAWN", "ASSET_NOT_SOLD" ->
          wasThen(item, telling, periods, clock, telling.reason());
      case "ASSET_EXISTS" -> item.asset().isPresent();
      case "RESERVATION_NOT_FOUND" -> item.reservation(telling.reservationId()).isEmpty();
      default -> true;
    };
  }

  /** Whether the item had this status (or did not exist) at some moment of the call. */
  private boolean wasThen(
      ItemCase item,
      Telling telling,
      Periods periods,
      DatabaseClock clock,
      @Nullable String status) {
    long from = telling.since() - remembered;
    long to = telling.call().answeredAt();
    for (int v = periods.firstAt(from); v <= periods.versions() && periods.begins(v) <= to; v++) {
      Optional<State> state = item.timeline().at(v);
      if (status == null
          ? state.isEmpty()
          : state.isPresent() && is(state.get(), status, from, to, clock)) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(State state, String status, long from, long to, DatabaseClock clock) {
    Instant expiresAt = state.expiresAt();
    if (expiresAt == null) {
      return state.status().equals(status);
    }
    return switch (status) {
      case "HELD", "HELD_BY_YOU" -> clock.latest(expiresAt) >= from;
      case "AVAILABLE" -> clock.earliest(expiresAt) <= to;
      default -> false;
    };
  }
}
