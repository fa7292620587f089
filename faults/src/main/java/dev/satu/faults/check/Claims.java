package dev.satu.faults.check;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which event a command's success stands for. */
final class Claims {
  /** Acts whose success made the version that it tells, and by which event. */
  private static final Map<String, String> AT_ITS_VERSION =
      Map.of(
          "list", "asset.created",
          "extend", "asset.extended",
          "withdraw", "asset.withdrawn",
          "relist", "asset.relisted",
          "cancel-sale", "asset.sale_cancelled");

  /** Whether the event of a success is there. */
  boolean isThere(ItemCase item, Telling telling) {
    String atItsVersion = telling.isNewHold() ? "asset.held" : AT_ITS_VERSION.get(telling.act());
    if (atItsVersion != null) {
      return hasEvent(item, telling.version(), atItsVersion);
    }
    Telling.Reserved reserved = telling.reservation();
    if (reserved == null) {
      return true;
    }
    return switch (reserved.status()) {
      case "COMMITTED" -> hasEnded(item, reserved.id(), "COMMITTED");
      case "RELEASED" -> hasEnded(item, reserved.id(), "RELEASED");
      default -> true;
    };
  }

  private static boolean hasEvent(ItemCase item, long version, String kind) {
    return item.event(version).filter(event -> event.kind().equals(kind)).isPresent();
  }

  private static boolean hasEnded(ItemCase item, String reservation, String how) {
    @Nullable ReservationRow row = item.reservation(reservation).orElse(null);
    return row != null
        && row.status().equals(how)
        && item.timeline().endOf(reservation).filter(end -> end.status().equals(how)).isPresent();
  }
}
