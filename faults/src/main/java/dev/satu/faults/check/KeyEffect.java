package dev.satu.faults.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.faults.history.Json;
import org.jspecify.annotations.Nullable;

/** What a key's row says that its request did. */
record KeyEffect(
    KeyRow row,
    String item,
    long version,
    @Nullable String reservation,
    @Nullable String status,
    @Nullable String payment) {

  static KeyEffect of(KeyRow row) {
    JsonNode answer = Json.tree(row.answer());
    JsonNode asset = answer.has("asset") ? answer.path("asset") : answer;
    JsonNode reservation = answer.has("reservation") ? answer.path("reservation") : answer;
    JsonNode payment = answer.has("payment") ? answer.path("payment") : reservation.path("payment");
    return new KeyEffect(
        row,
        (reservation.has("asset_id") ? reservation : asset).path("asset_id").asText(),
        (asset.has("version") ? asset : reservation).path("version").asLong(),
        text(reservation, "reservation_id"),
        text(reservation, "status"),
        text(payment, "payment_id"));
  }

  private static @Nullable String text(JsonNode node, String member) {
    return node.path(member).isTextual() ? node.path(member).asText() : null;
  }
}
