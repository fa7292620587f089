package dev.satu.faults.check;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Events are the facts, one for one and in order: the versions from 1 to the asset's without a gap,
 * ids ascending, times not going back; the last ones say what the rows say; every reservation has
 * its beginning and its end, every unmatched payment its event, and no event is of something that
 * is not there.
 */
final class Events implements Rule.OfItem, Rule.OfWhole {
  @Override
  public String name() {
    return "events";
  }

  @Override
  public void check(Evidence evidence, Findings findings) {
    for (EventRow event : evidence.eventsOfNothing()) {
      findings.add(this, event.item(), "an event of an asset that does not exist: " + event);
    }
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    numbered(item, findings);
    item.timeline()
        .illegalMove()
        .filter(move -> !move.before().isHeld() && !move.before().isSold())
        .filter(move -> move.event().reservation() == null)
        .ifPresent(move -> wrong(item, move + " is no legal move", findings));
    item.asset().ifPresent(asset -> lastState(item, asset, findings));
    reservations(item, findings);
    payments(item, findings);
  }

  private void wrong(ItemCase item, String what, Findings findings) {
    findings.add(this, item.id(), what);
  }

  private void numbered(ItemCase item, Findings findings) {
    long expected = 1;
    @Nullable EventRow before = null;
    for (EventRow event : item.events()) {
      if (event.version() != expected++ || event.version() > item.lastVersion()) {
        wrong(
            item,
            "%s v%d is one more than there are changes: the asset is at version %d"
                .formatted(event.kind(), event.version(), item.lastVersion()),
            findings);
        return;
      }
      if (before != null && (event.id() <= before.id() || event.at().isBefore(before.at()))) {
        wrong(item, "v%d is out of order".formatted(event.version()), findings);
      }
      before = event;
    }
    if (expected - 1 != item.lastVersion()) {
      wrong(item, "version %d has no event".formatted(expected), findings);
    }
  }

  private void lastState(ItemCase item, AssetRow asset, Findings findings) {
    item.timeline()
        .at(asset.version())
        .filter(state ->
            !state.status().equals(asset.status())
                || !Objects.equals(state.owner(), asset.reservation())
                || !Objects.equals(state.expiresAt(), asset.holdExpiresAt()))
        .ifPresent(state -> wrong(item, "its events say " + state, findings));
  }

  private void reservations(ItemCase item, Findings findings) {
    Map<String, Instant> expiries = new HashMap<>();
    Map<String, EventRow> begun = new HashMap<>();
    for (EventRow event : item.events()) {
      String reservation = event.reservation();
      Instant expiresAt = event.expiresAt();
      if (reservation == null) {
        continue;
      }
      if (item.reservation(reservation).isEmpty()) {
        wrong(item, event.kind() + " of a reservation that does not exist", findings);
      }
      if (event.kind().equals("asset.held") && begun.put(reservation, event) != null) {
        wrong(item, reservation + " begins twice", findings);
      }
      if (expiresAt != null) {
        expiries.put(reservation, expiresAt);
      }
    }
    for (ReservationRow row : item.reservations()) {
      EventRow beginning = begun.get(row.id());
      if (beginning == null || !beginning.at().equals(row.createdAt())) {
        wrong(item, row.id() + " has no event of its beginning", findings);
      } else if (!row.expiresAt().equals(expiries.get(row.id()))) {
        wrong(item, row.id() + " expires at another time than its events say", findings);
      } else if (!endsAsTold(item, row)) {
        wrong(item, row.id() + " ended otherwise than its events say", findings);
      }
    }
  }

  private static boolean endsAsTold(ItemCase item, ReservationRow row) {
    Optional<Timeline.End> end = item.timeline().endOf(row.id());
    if (end.isEmpty()) {
      return row.status().equals("HELD");
    }
    return end.get().status().equals(row.status())
        && item.event(end.get().version())
            .filter(event -> event.at().equals(row.endedAt()))
            .isPresent();
  }

  private void payments(ItemCase item, Findings findings) {
    Map<String, EventRow> told = new HashMap<>();
    for (EventRow event : item.paymentEvents()) {
      if (told.put(event.item(), event) != null) {
        wrong(item, "two events of the payment " + event.item(), findings);
      }
    }
    for (PaymentRow row : item.payments()) {
      EventRow event = told.remove(row.id());
      if ((event != null) != row.state().equals("UNMATCHED")) {
        wrong(item, "the payment " + row.reference() + " and its event disagree", findings);
      }
    }
    told.values().forEach(event -> wrong(item, "an event of no payment: " + event, findings));
  }
}
