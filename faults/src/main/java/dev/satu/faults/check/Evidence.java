package dev.satu.faults.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A history and the final facts, ordered by item and by key.
 *
 * <p>Items that no call names are not looked at: they are of somebody else.
 */
final class Evidence {
  private final List<Call> calls;
  private final Facts facts;
  private final Map<String, ItemCase> items = new LinkedHashMap<>();
  private final Map<String, List<Call>> byKey = new LinkedHashMap<>();
  private final Map<String, KeyRow> keys = new HashMap<>();
  private final List<Call> garbage = new ArrayList<>();
  private final List<EventRow> eventsOfNothing = new ArrayList<>();
  private final DatabaseClock clock;

  Evidence(List<Call> calls, Facts facts) {
    this.calls = calls;
    this.facts = facts;
    this.clock = new DatabaseClock(facts.readAt());
    calls.forEach(this::add);
    addRows();
    calls.forEach(this::readClock);
  }

  private void add(Call call) {
    String key = call.request().key();
    if (key != null) {
      byKey.computeIfAbsent(key, first -> new ArrayList<>(2)).add(call);
    }
    if (call.request().act().equals(Garbage.ACT)) {
      garbage.add(call);
    }
    String item = call.request().item();
    if (item != null) {
      items.computeIfAbsent(item, ItemCase::new).add(call);
    } else if (call.answer() instanceof Told told && told.isSuccess()) {
      Json.tree(told.body()).path("items").forEach(asset -> addListed(call, told, asset));
    }
  }

  private void addListed(Call call, Told told, JsonNode asset) {
    ItemCase item = items.get(asset.path("asset_id").asText());
    if (item != null) {
      item.add(Telling.listed(call, told, asset));
    }
  }

  private void addRows() {
    Map<String, ItemCase> byReservation = new HashMap<>();
    Map<String, ItemCase> byPayment = new HashMap<>();
    Set<String> others = new HashSet<>();
    for (AssetRow row : facts.assets()) {
      find(items, row.id()).ifPresentOrElse(item -> item.add(row), () -> others.add(row.id()));
    }
    for (ReservationRow row : facts.reservations()) {
      find(items, row.asset())
          .ifPresent(item -> {
            item.add(row);
            byReservation.put(row.id(), item);
          });
    }
    for (PaymentRow row : facts.payments()) {
      find(byReservation, row.reservation())
          .ifPresent(item -> {
            item.add(row);
            byPayment.put(row.id(), item);
          });
    }
    for (EventRow row : facts.events()) {
      find(row.isOfAsset() ? items : byPayment, row.item())
          .or(() -> find(byReservation, row.reservation()))
          .ifPresentOrElse(
              item -> item.add(row),
              () -> {
                if (row.isOfAsset() && !others.contains(row.item())) {
                  eventsOfNothing.add(row);
                }
              });
    }
    for (KeyRow row : facts.keys()) {
      if (byKey.containsKey(row.key())) {
        keys.put(row.key(), row);
        KeyEffect effect = KeyEffect.of(row);
        find(items, effect.item()).ifPresent(item -> item.add(effect));
      }
    }
  }

  private static Optional<ItemCase> find(Map<String, ItemCase> items, @Nullable String id) {
    return id == null ? Optional.empty() : Optional.ofNullable(items.get(id));
  }

  private void readClock(Call call) {
    if (call.answer() instanceof Told told && told.status() == 201 && !told.isReplay()) {
      JsonNode createdAt = Json.tree(told.body()).path("created_at");
      if (createdAt.isTextual()) {
        clock.showed(Instant.parse(createdAt.asText()), call.sentAt(), call.answeredAt());
      }
    }
  }

  /** All calls, in the order of sending. */
  List<Call> calls() {
    return calls;
  }

  Facts facts() {
    return facts;
  }

  Collection<ItemCase> items() {
    return items.values();
  }

  Optional<ItemCase> item(@Nullable String id) {
    return find(items, id);
  }

  /** The calls with each key, in the order of sending. */
  Map<String, List<Call>> byKey() {
    return byKey;
  }

  Optional<KeyRow> key(String key) {
    return Optional.ofNullable(keys.get(key));
  }

  List<Call> garbage() {
    return garbage;
  }

  /** Events of assets that do not exist and that nobody asked for. */
  List<EventRow> eventsOfNothing() {
    return eventsOfNothing;
  }

  DatabaseClock clock() {
    return clock;
  }

  /**
   * From when on a server may have looked for the answer to this call. A call that comes while
   * another one with its key is under way may join that one, if both are on one node, and is told
   * what was found for it.
   */
  long since(Call call) {
    String key = call.request().key();
    if (key == null) {
      return call.sentAt();
    }
    long since = call.sentAt();
    for (Call other : byKey.getOrDefault(key, List.of())) {
      if (other.sentAt() < since && other.endedAt() >= call.sentAt()) {
        since = other.sentAt();
      }
    }
    return since;
  }
}
