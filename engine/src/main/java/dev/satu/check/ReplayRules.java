package dev.satu.check;

import dev.satu.asset.AssetStatus;
import dev.satu.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the events of one asset make of it, one after the other, and where they cannot have happened
 * so. What the floor of the story has passed may have gaps; it tells what the asset was there.
 */
final class ReplayRules {
  private ReplayRules() {}

  /** What is wrong at one event. */
  record Fault(String is, String shouldBe) {}

  /**
   * What came of the events.
   *
   * @param end empty if there were none
   */
  record Replayed(Optional<AssetRow> end, List<Fault> faults) {}

  /** Replays events in the order of their versions. */
  static Replayed replay(List<EventRow> events) {
    List<Fault> faults = new ArrayList<>();
    AssetRow state = null;
    for (EventRow event : events) {
      judge(state, event).ifPresent(faults::add);
      state = after(state, event);
    }
    return new Replayed(Optional.ofNullable(state), faults);
  }

  private static Optional<Fault> judge(@Nullable AssetRow before, EventRow event) {
    // Below the floor: first what tells the state, then perhaps a change of details.
    if (event.passed() && (before == null) == (event.kind() != EventKind.ASSET_UPDATED)) {
      return Optional.empty();
    }
    long expected = before == null ? 1 : before.version() + 1;
    if (event.version() != expected) {
      return Optional.of(
          new Fault(
              event + ", follows where version " + expected + " should", "no version missing"));
    }
    if (!mayFollow(before, event)) {
      return Optional.of(
          new Fault(
              event + ", when it was " + (before == null ? "not listed" : before),
              "a change that can happen then"));
    }
    return Optional.empty();
  }

  private static boolean mayFollow(@Nullable AssetRow before, EventRow event) {
    if (before == null) {
      return event.kind() == EventKind.ASSET_CREATED;
    }
    return switch (event.kind()) {
      case ASSET_CREATED, PAYMENT_UNMATCHED -> false;
      case ASSET_UPDATED -> true;
      case ASSET_HELD, ASSET_WITHDRAWN -> before.status() == AssetStatus.AVAILABLE;
      case ASSET_EXTENDED, ASSET_RELEASED, ASSET_EXPIRED, ASSET_SOLD ->
          before.is(AssetStatus.HELD, event.reservation());
      case ASSET_RELISTED -> before.status() == AssetStatus.WITHDRAWN;
      case ASSET_SALE_CANCELLED -> before.is(AssetStatus.SOLD, event.reservation());
    };
  }

  private static AssetRow after(@Nullable AssetRow before, EventRow event) {
    long version = event.version();
    return switch (event.kind()) {
      case ASSET_CREATED, ASSET_RELEASED, ASSET_EXPIRED, ASSET_RELISTED ->
          AssetRow.without(AssetStatus.AVAILABLE, version);
      case ASSET_HELD, ASSET_EXTENDED ->
          new AssetRow(AssetStatus.HELD, event.reservation(), event.expiresAt(), version);
      case ASSET_SOLD ->
          new AssetRow(AssetStatus.SOLD, event.reservation(), Optional.empty(), version);
      case ASSET_WITHDRAWN, ASSET_SALE_CANCELLED ->
          AssetRow.without(AssetStatus.WITHDRAWN, version);
      case ASSET_UPDATED, PAYMENT_UNMATCHED ->
          before == null
              ? AssetRow.without(AssetStatus.AVAILABLE, version)
              : new AssetRow(before.status(), before.reservation(), before.heldUntil(), version);
    };
  }
}
