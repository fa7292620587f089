package dev.satu.faults.check;

import java.util.Optional;

/**
 * Nothing that was acknowledged is lost: every success of a command has its key's row, and its
 * effect is found among the final rows and events, at its version; no version is told that does not
 * exist.
 */
final class Durability implements Rule.OfItem {
  private final Claims claims;

  Durability(Claims claims) {
    this.claims = claims;
  }

  @Override
  public String name() {
    return "durability";
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    for (Telling telling : item.tellings()) {
      if (telling.version() > item.lastVersion()) {
        lost(item, telling, "version " + telling.version(), findings);
      } else if (telling.isSuccess() && telling.call().request().isCommand()) {
        missing(item, telling).ifPresent(what -> lost(item, telling, what, findings));
      }
    }
  }

  private void lost(ItemCase item, Telling telling, String what, Findings findings) {
    findings.add(this, item.id(), what + " was told and is lost", telling.call());
  }

  private Optional<String> missing(ItemCase item, Telling telling) {
    if (!item.hasKey(telling.call().request().key())) {
      return Optional.of("the row of its key");
    }
    Telling.Reserved reserved = telling.reservation();
    if (reserved != null) {
      Optional<ReservationRow> row = item.reservation(reserved.id());
      if (row.isEmpty()) {
        return Optional.of("the reservation " + reserved.id());
      }
      if (!row.get().buyer().equals(reserved.buyer())
          || !row.get().createdAt().equals(reserved.createdAt())) {
        return Optional.of("that " + reserved.id() + " is of " + reserved.buyer());
      }
    }
    return claims.isThere(item, telling) ? Optional.empty() : Optional.of("its event");
  }
}
