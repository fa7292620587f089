package dev.satu.faults.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What callers changed is what keys of this run say, one for one: every event that no clock made is
 * claimed by a key, no two keys claim one, and no key claims what did not happen.
 */
final class Effects implements Rule.OfItem {
  /** Outcomes that always made the version that they tell, and by which event. */
  private static final Map<String, String> AT_ITS_VERSION =
      Map.of(
          "CREATED", "asset.created",
          "HELD", "asset.held",
          "EXTENDED", "asset.extended",
          "WITHDRAWN", "asset.withdrawn",
          "RELISTED", "asset.relisted",
          "CANCELLED", "asset.sale_cancelled");

  /** Expiries that another change of the same transaction, or the janitor, brought about. */
  private static final Set<String> NOBODYS = Set.of("SWEPT", "TAKEN_OVER", "WITHDRAWN");

  @Override
  public String name() {
    return "keys";
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    Map<Long, KeyEffect> versions = new HashMap<>();
    Set<String> claims = new HashSet<>();
    for (KeyEffect key : item.keys()) {
      String kind = AT_ITS_VERSION.get(key.row().outcome());
      if (kind == null) {
        claims.add(claim(key));
      } else {
        KeyEffect other = versions.putIfAbsent(key.version(), key);
        if (other != null) {
          findings.addAt(
              this,
              item,
              key.version(),
              "the keys %s and %s claim version %d"
                  .formatted(other.row().key(), key.row().key(), key.version()));
        } else if (!isThere(item, key, kind)) {
          findings.addAt(
              this,
              item,
              key.version(),
              "the key %s claims %s v%d, which did not happen"
                  .formatted(key.row().key(), kind, key.version()));
        }
      }
    }
    for (EventRow event : item.events()) {
      boolean isFact = event.version() <= item.lastVersion();
      if (isFact && !versions.containsKey(event.version()) && !isClaimed(event, claims)) {
        findings.addAt(
            this,
            item,
            event.version(),
            "no key claims %s v%d".formatted(event.kind(), event.version()));
      }
    }
  }

  private static boolean isThere(ItemCase item, KeyEffect key, String kind) {
    return item.event(key.version())
        .filter(event -> event.kind().equals(kind))
        .filter(event ->
            key.reservation() == null || Objects.equals(event.reservation(), key.reservation()))
        .isPresent();
  }

  private static String claim(KeyEffect key) {
    return switch (key.row().outcome()) {
      case "CHANGED" -> "asset.updated " + key.version();
      case "COMMITTED" -> "asset.sold " + key.reservation();
      case "RELEASED" ->
          "RELEASED".equals(key.status()) ? "asset.released " + key.reservation() : "nothing";
      case "TOO_LATE" -> "asset.expired " + key.reservation();
      default -> "nothing";
    };
  }

  private static boolean isClaimed(EventRow event, Set<String> claims) {
    String what =
        event.kind().equals("asset.updated")
            ? Long.toString(event.version())
            : String.valueOf(event.reservation());
    String reason = event.reason();
    boolean isNobodys =
        event.kind().equals("asset.expired") && reason != null && NOBODYS.contains(reason);
    return isNobodys || claims.contains(event.kind() + " " + what);
  }
}
