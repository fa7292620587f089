package dev.satu.faults.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Json;
import dev.satu.faults.history.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What one client has been told, and what it has asked: all that its choices rest on. */
final class Memory {
  private static final int HOLDS = 24;
  private static final int REQUESTS = 150;
  private static final int LOTS = 16;
  private static final int PAYMENTS = 12;

  private final List<Lot> shelf;
  private final Lot[] lots;
  private final Set<String> listed = new HashSet<>();
  private final Map<String, Long> versions = new HashMap<>();
  private final Recent<Held> holds = new Recent<>(HOLDS);
  private final Recent<Request> requests = new Recent<>(REQUESTS);
  private final Recent<String> sold = new Recent<>(LOTS);
  private final Recent<String> withdrawn = new Recent<>(LOTS);
  private final Recent<String> payments = new Recent<>(PAYMENTS);

  Memory(Shelf shelf) {
    this.shelf = shelf.first().toList();
    this.lots = this.shelf.toArray(Lot[]::new);
  }

  /** A lot by chance; more often a hot one. */
  Lot anyLot(RandomGenerator dice) {
    int hot = lots[0].shelf().hot();
    return lots[dice.nextInt(3) == 0 ? dice.nextInt(lots.length) : dice.nextInt(hot)];
  }

  /** Whether it was told that the lot is on sale, or was. */
  boolean isListed(Lot lot) {
    return listed.contains(lot.id());
  }

  /** The version that a lot was last seen at. */
  Optional<Long> version(String lot) {
    return Optional.ofNullable(versions.get(lot));
  }

  Recent<Held> holds() {
    return holds;
  }

  /** Commands with their keys, to be sent again. */
  Recent<Request> requests() {
    return requests;
  }

  Recent<String> sold() {
    return sold;
  }

  Recent<String> withdrawn() {
    return withdrawn;
  }

  /** Payments that were named in commits. */
  Recent<String> payments() {
    return payments;
  }

  /** Remembers what was asked and takes in what was told. */
  void learn(Request request, Told told) {
    JsonNode body = Json.tree(told.body());
    String item = request.item();
    String code = told.errorCode();
    if (code != null && item != null) {
      refused(item, code, body.path("reason").asText(body.path("asset_status").asText()));
    }
    if (told.isReplay()) {
      return;
    }
    reservation(body.has("reservation") ? body.path("reservation") : body);
    asset(body.has("asset") ? body.path("asset") : body);
    body.path("items").forEach(this::asset);
    if (item != null && body.path("current_version").isNumber()) {
      versions.put(item, body.path("current_version").asLong());
    }
  }

  private void refused(String item, String code, String reason) {
    switch (code) {
      case "ASSET_EXISTS" -> listed.add(item);
      case "ASSET_NOT_FOUND" -> listed.remove(item);
      default -> status(item, reason);
    }
  }

  private void asset(JsonNode asset) {
    if (asset.path("attributes") instanceof MissingNode) {
      return;
    }
    String item = asset.path("asset_id").asText();
    listed.add(item);
    versions.put(item, asset.path("version").asLong());
    status(item, asset.path("status").asText());
  }

  private void reservation(JsonNode told) {
    if (!told.has("reservation_id")) {
      return;
    }
    JsonNode price = told.path("price");
    Held held =
        new Held(
            told.path("reservation_id").asText(),
            told.path("asset_id").asText(),
            told.path("buyer_id").asText(),
            told.path("status").asText(),
            price.isObject() ? price.toString() : null);
    holds.replaceOrAdd(known -> known.id().equals(held.id()), held);
    versions.put(held.lot(), told.path("version").asLong());
    if (held.isCommitted()) {
      status(held.lot(), "SOLD");
    }
  }

  private void status(String item, String status) {
    switch (status) {
      case "SOLD" -> {
        withdrawn.removeIf(item::equals);
        if (!sold.contains(item)) {
          sold.add(item);
        }
        for (int place = 0; place < lots.length; place++) {
          if (lots[place].id().equals(item)) {
            lots[place] = lots[place].next();
          }
        }
      }
      case "WITHDRAWN" -> {
        sold.removeIf(item::equals);
        if (!withdrawn.contains(item)) {
          withdrawn.add(item);
        }
      }
      case "AVAILABLE", "HELD" -> {
        sold.removeIf(item::equals);
        withdrawn.removeIf(item::equals);
      }
      default -> {}
    }
  }
}
