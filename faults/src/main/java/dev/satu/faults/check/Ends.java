package dev.satu.faults.check;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was told as ended never lives again, and has not ended otherwise; what is told of a
 * reservation with a version is what the events up to that version say.
 */
final class Ends implements Rule.OfItem {
  @Override
  public String name() {
    return "ends";
  }

  /** A status of a reservation that an answer tells. */
  private record Said(String reservation, String status, Telling telling) {}

  @Override
  public void check(ItemCase item, Findings findings) {
    item.tellings().forEach(telling -> asItWas(item, telling, findings));
    List<Said> all =
        item.tellings().stream().flatMap(telling -> Stream.ofNullable(said(telling))).toList();
    List<Said> ended =
        all.stream()
            .filter(said -> !said.status().equals("HELD"))
            .sorted(Comparator.comparingLong(said -> said.telling().call().answeredAt()))
            .toList();
    Map<String, Said> first = new HashMap<>();
    ended.forEach(said -> first.putIfAbsent(said.reservation(), said));
    for (Said said : all) {
      Said before = first.get(said.reservation());
      if (before != null
          && said.telling().isFresh()
          && before.telling().call().answeredAt() < said.telling().since()
          && !before.status().equals(said.status())) {
        findings.add(
            this,
            item.id(),
            "%s was told as %s, and later as %s"
                .formatted(said.reservation(), before.status(), said.status()),
            before.telling().call(),
            said.telling().call());
      }
    }
  }

  private void asItWas(ItemCase item, Telling telling, Findings findings) {
    Telling.Reserved reserved = telling.reservation();
    if (reserved != null) {
      item.timeline()
          .at(telling.version())
          .filter(state -> !agrees(item, telling.version(), reserved, state))
          .ifPresent(state ->
              findings.add(
                  this,
                  item.id(),
                  "%s was told as %s with version %d, which was %s"
                      .formatted(reserved.id(), reserved.status(), telling.version(), state),
                  telling.call()));
    }
  }

  private static boolean agrees(
      ItemCase item, long version, Telling.Reserved reserved, Timeline.State state) {
    if (state.isOwnedBy(reserved.id())) {
      return state.isHeld()
          ? reserved.isHeld() || reserved.status().equals("EXPIRED")
          : reserved.status().equals("COMMITTED");
    }
    return item.timeline()
        .endOf(reserved.id())
        .filter(end -> end.version() <= version && end.status().equals(reserved.status()))
        .isPresent();
  }

  private static @Nullable Said said(Telling telling) {
    String reservation = telling.reservationId();
    if (reservation == null) {
      return null;
    }
    Telling.Reserved reserved = telling.reservation();
    String code = telling.told().errorCode();
    String status =
        reserved != null ? reserved.status() : code == null ? null : statusOfRefusal(code);
    return status == null ? null : new Said(reservation, status, telling);
  }

  private static @Nullable String statusOfRefusal(String code) {
    return switch (code) {
      case "RESERVATION_EXPIRED" -> "EXPIRED";
      case "RESERVATION_RELEASED" -> "RELEASED";
      case "ALREADY_SOLD" -> "COMMITTED";
      default -> null;
    };
  }
}
