package dev.satu.faults.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Call.Effect;
import dev.satu.faults.history.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.stream.Stream;

/** Picks the smallest story out of an item's case. */
final class Stories {
  /** More calls than this are not read; the nearest to what is shown are kept. */
  private static final int CALLS = 40;

  /** Likewise of events, around the versions that are shown. */
  private static final int EVENTS = 40;

  private Stories() {}

  /** The story of what these calls show. */
  static Story of(ItemCase item, Collection<Call> shown) {
    LongSummaryStatistics versions =
        shown.stream()
            .flatMap(call -> call.told().stream())
            .mapToLong(Stories::version)
            .filter(version -> version > 0)
            .summaryStatistics();
    return versions.getCount() == 0
        ? of(item, shown, item.lastVersion(), item.lastVersion())
        : of(item, shown, versions.getMin(), versions.getMax());
  }

  /** The story of a version. */
  static Story around(ItemCase item, long version) {
    return of(item, item.commandsAt(version), version, version);
  }

  private static Story of(ItemCase item, Collection<Call> shown, long first, long last) {
    Set<Call> kept = new HashSet<>(shown);
    long moment = shown.stream().mapToLong(Call::sentAt).max().orElse(Long.MAX_VALUE);
    item.calls().stream()
        .filter(call -> !kept.contains(call) && mayHaveChanged(call))
        .sorted(Comparator.comparingLong(call -> Math.abs(call.sentAt() - moment)))
        .limit(CALLS)
        .forEach(kept::add);
    List<Call> calls = new ArrayList<>(kept);
    calls.sort(Comparator.comparingLong(Call::sentAt).thenComparingLong(Call::number));
    int leftOut = (int) item.calls().stream().filter(call -> !kept.contains(call)).count();
    List<EventRow> events = events(item, first, last);
    return new Story(item.id(), calls, leftOut, rows(item, events), events);
  }

  private static boolean mayHaveChanged(Call call) {
    return call.request().isCommand()
        && (call.effect() == Effect.UNKNOWN
            || (call.answer() instanceof Told told && told.isSuccess() && !told.isReplay()));
  }

  /** The rows that the events are about; all of them if those are all events. */
  private static List<String> rows(ItemCase item, List<EventRow> events) {
    Set<String> named = new HashSet<>();
    events.forEach(event -> named.add(String.valueOf(event.reservation())));
    boolean isAll = events.size() == item.events().size() + item.paymentEvents().size();
    List<String> rows = new ArrayList<>();
    item.asset().ifPresent(row -> rows.add(row.toString()));
    for (ReservationRow row : item.reservations()) {
      if (isAll || named.contains(row.id())) {
        rows.add(row.toString());
      }
    }
    for (PaymentRow row : item.payments()) {
      if (isAll || named.contains(row.reservation())) {
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** All events, or of very many those around the versions that are shown. */
  private static List<EventRow> events(ItemCase item, long first, long last) {
    long least = first - EVENTS / 2;
    long most = last + EVENTS / 2;
    boolean isShort = item.events().size() <= EVENTS;
    Stream<EventRow> near =
        item.events().stream()
            .filter(event -> isShort || (event.version() >= least && event.version() <= most));
    return Stream.concat(near, isShort ? item.paymentEvents().stream() : Stream.empty())
        .sorted(Comparator.comparingLong(EventRow::id))
        .toList();
  }

  private static long version(Told told) {
    JsonNode body = Json.tree(told.body());
    JsonNode reservation = body.has("reservation") ? body.path("reservation") : body;
    return (body.has("asset") ? body.path("asset") : reservation).path("version").asLong();
  }
}
