package dev.satu.faults.check;

import java.util.HashMap;
import java.util.Map;

/**
 * Nobody comes to own what somebody else owns: a hold begins on what is free, and only its owner's
 * hold is extended, ended or sold. Every hold that was told as new is one reservation of its own.
 */
final class Owners implements Rule.OfItem {
  @Override
  public String name() {
    return "owners";
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    item.timeline()
        .illegalMove()
        .filter(move -> move.before().isHeld() || isOfOwner(move.event()))
        .filter(move -> !move.before().isSold())
        .ifPresent(move ->
            findings.addAt(
                this,
                item,
                move.event().version(),
                "%s v%d of %s cannot follow %s"
                    .formatted(
                        move.event().kind(),
                        move.event().version(),
                        move.event().reservation(),
                        move.before())));
    Map<String, Telling> begun = new HashMap<>();
    for (Telling telling : item.tellings()) {
      Telling.Reserved reserved = telling.reservation();
      if (reserved != null && telling.isNewHold()) {
        Telling other = begun.putIfAbsent(reserved.id(), telling);
        if (other != null) {
          findings.add(
              this,
              item.id(),
              reserved.id() + " was told as a new hold twice",
              other.call(),
              telling.call());
        }
      }
    }
  }

  private static boolean isOfOwner(EventRow event) {
    return event.reservation() != null;
  }
}
