package dev.satu.faults.check;

import java.time.Duration;
import java.time.Instant;

/** A hold ends: none stands as held longer after its expiry than the janitor may take. */
final class Limbo implements Rule.OfWhole {
  private final Duration sweptWithin;

  Limbo(Duration sweptWithin) {
    this.sweptWithin = sweptWithin;
  }

  @Override
  public String name() {
    return "limbo";
  }

  @Override
  public void check(Evidence evidence, Findings findings) {
    Instant swept = evidence.facts().readAt().minus(sweptWithin);
    for (ItemCase item : evidence.items()) {
      for (ReservationRow row : item.reservations()) {
        if (row.status().equals("HELD") && row.expiresAt().isBefore(swept)) {
          findings.add(
              this, item.id(), row.id() + " is overdue since " + row.expiresAt() + ", and held");
        }
      }
    }
  }
}
