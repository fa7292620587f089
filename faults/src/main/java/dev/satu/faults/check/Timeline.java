package dev.satu.faults.check;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The states that an asset went through, by its events. They stop at the first event that is not a
 * legal move; the ends of reservations are those of all events.
 */
final class Timeline {
  /**
   * The asset after one change.
   *
   * @param owner the reservation that holds it or that it is sold to
   * @param expiresAt while it is held
   */
  record State(String status, @Nullable String owner, @Nullable Instant expiresAt, Instant at) {

    boolean isHeld() {
      return status.equals("HELD");
    }

    boolean isSold() {
      return status.equals("SOLD");
    }

    boolean isOwnedBy(@Nullable String reservation) {
      return owner != null && owner.equals(reservation);
    }
  }

  /** How a reservation ended, and with which version. */
  record End(String status, long version) {}

  /** An event that cannot follow what was before it. */
  record IllegalMove(State before, EventRow event) {}

  private static final State NOTHING = new State("NOTHING", null, null, Instant.MIN);

  private final List<State> states = new ArrayList<>();
  private final Map<String, End> ends = new HashMap<>();
  private @Nullable IllegalMove illegal;

  /**
   * @param events those of one asset, in the order of their versions
   */
  Timeline(List<EventRow> events) {
    events.forEach(this::end);
    State state = NOTHING;
    for (EventRow event : events) {
      State next = after(state, event);
      if (next == null) {
        illegal = new IllegalMove(state, event);
        return;
      }
      state = next;
      states.add(state);
    }
  }

  /** Nothing if the event cannot happen to this state. */
  private @Nullable State after(State before, EventRow event) {
    String reservation = event.reservation();
    return switch (event.kind()) {
      case "asset.created" -> before.equals(NOTHING) ? free(event) : null;
      case "asset.updated" -> before.equals(NOTHING) ? null : before;
      case "asset.held" -> before.status().equals("AVAILABLE") ? held(event) : null;
      case "asset.extended" ->
          before.isHeld() && before.isOwnedBy(reservation) ? held(event) : null;
      case "asset.released", "asset.expired" ->
          before.isHeld() && before.isOwnedBy(reservation) ? free(event) : null;
      case "asset.sold" ->
          before.isHeld() && before.isOwnedBy(reservation)
              ? new State("SOLD", reservation, null, event.at())
              : null;
      case "asset.withdrawn" -> before.status().equals("AVAILABLE") ? withdrawn(event) : null;
      case "asset.relisted" -> before.status().equals("WITHDRAWN") ? free(event) : null;
      case "asset.sale_cancelled" ->
          before.isSold() && before.isOwnedBy(reservation) ? withdrawn(event) : null;
      default -> null;
    };
  }

  private static State free(EventRow event) {
    return new State("AVAILABLE", null, null, event.at());
  }

  private static State withdrawn(EventRow event) {
    return new State("WITHDRAWN", null, null, event.at());
  }

  private static State held(EventRow event) {
    return new State("HELD", event.reservation(), event.expiresAt(), event.at());
  }

  private void end(EventRow event) {
    String reservation = event.reservation();
    String how =
        switch (event.kind()) {
          case "asset.released" -> "RELEASED";
          case "asset.expired" -> "EXPIRED";
          case "asset.sold" -> "COMMITTED";
          default -> null;
        };
    if (reservation != null && how != null) {
      ends.putIfAbsent(reservation, new End(how, event.version()));
    }
  }

  /** The versions that it knows the state of: 1 up to this. */
  int versions() {
    return states.size();
  }

  /** The asset as it was at this version, if its events tell. */
  Optional<State> at(long version) {
    return version < 1 || version > states.size()
        ? Optional.empty()
        : Optional.of(states.get((int) version - 1));
  }

  /** How a reservation ended, if it did. */
  Optional<End> endOf(String reservation) {
    return Optional.ofNullable(ends.get(reservation));
  }

  Optional<IllegalMove> illegalMove() {
    return Optional.ofNullable(illegal);
  }
}
