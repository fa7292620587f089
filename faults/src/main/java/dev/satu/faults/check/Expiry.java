package dev.satu.faults.check;

import java.time.Instant;

/**
 * The database's clock decides: what was sold, extended or released was so at its expiry or before,
 * what expired did so after it; and nobody is told that a hold is over before it is, or that it
 * lives when it is over.
 */
final class Expiry implements Rule.OfItem {
  @Override
  public String name() {
    return "expiry";
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    events(item, findings);
    for (PaymentRow payment : item.payments()) {
      item.reservation(payment.reservation())
          .filter(row -> "RESERVATION_EXPIRED".equals(payment.reason()))
          .filter(row -> !payment.recordedAt().isAfter(row.expiresAt()))
          .ifPresent(row ->
              findings.add(
                  this,
                  item.id(),
                  payment.reference() + " was refused as too late before the expiry"));
    }
    for (Telling telling : item.tellings()) {
      if (telling.isFresh()) {
        item.timeline()
            .at(telling.version())
            .ifPresent(state -> tellings(item, telling, state, findings));
      }
    }
  }

  private void events(ItemCase item, Findings findings) {
    for (int version = 2; version <= item.timeline().versions(); version++) {
      Timeline.State before = item.timeline().at(version - 1).orElseThrow();
      EventRow event = item.events().get(version - 1);
      Instant expiresAt = before.expiresAt();
      if (expiresAt == null || event.reservation() == null) {
        continue;
      }
      boolean isLate = event.at().isAfter(expiresAt);
      if (isLate != event.kind().equals("asset.expired")) {
        findings.addAt(
            this,
            item,
            version,
            "%s v%d at %s, with an expiry at %s"
                .formatted(event.kind(), event.version(), event.at(), expiresAt));
      }
    }
  }

  private void tellings(ItemCase item, Telling telling, Timeline.State state, Findings findings) {
    Instant expiresAt = state.expiresAt();
    if (expiresAt == null) {
      return;
    }
    if (isToldAsOver(telling, state)
        && telling.call().answeredAt() < findings.clock().earliest(expiresAt)) {
      findings.add(this, item.id(), "told as over before " + expiresAt, telling.call());
    }
    if (isToldAsLive(telling, state) && telling.since() > findings.clock().latest(expiresAt)) {
      findings.add(this, item.id(), "told as held after " + expiresAt, telling.call());
    }
  }

  private static boolean isToldAsOver(Telling telling, Timeline.State state) {
    return "AVAILABLE".equals(telling.assetStatus()) || isOwnerTold(telling, state, "EXPIRED");
  }

  private static boolean isToldAsLive(Telling telling, Timeline.State state) {
    return "HELD".equals(telling.assetStatus()) || isOwnerTold(telling, state, "HELD");
  }

  private static boolean isOwnerTold(Telling telling, Timeline.State state, String status) {
    Telling.Reserved reserved = telling.reservation();
    return reserved != null && state.isOwnedBy(reserved.id()) && reserved.status().equals(status);
  }
}
