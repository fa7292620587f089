package dev.satu.faults.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an answer tells of an item.
 *
 * @param since from when on its server may have looked: when it was sent, or when the call that it
 *     joined was sent
 * @param version the item's version that it tells; 0 if none
 * @param assetStatus the status of the asset, if it tells one
 * @param reservation what it tells of a reservation, if it does
 * @param payment the {@code payment_ref} of the payment that it tells of, if it does
 * @param reason why it is refused, if it says so: the status that stands in the way
 */
record Telling(
    Call call,
    Told told,
    long since,
    long version,
    @Nullable String assetStatus,
    @Nullable Reserved reservation,
    @Nullable String payment,
    @Nullable String reason) {

  /** A reservation as it is told. */
  record Reserved(
      String id,
      String buyer,
      String status,
      Instant createdAt,
      Instant expiresAt,
      @Nullable Instant endedAt,
      boolean alreadyHeld) {

    boolean isHeld() {
      return status.equals("HELD");
    }
  }

  /** What the answer to a call tells of the item that the call is about. */
  static Telling of(Call call, Told told, long since) {
    JsonNode body = Json.tree(told.body());
    JsonNode asset = body.has("asset") ? body.path("asset") : body;
    JsonNode reservation = body.has("reservation") ? body.path("reservation") : body;
    JsonNode payment = body.has("payment") ? body.path("payment") : reservation.path("payment");
    boolean isAsset = asset.has("attributes");
    boolean isReservation = reservation.has("reservation_id");
    long version = isAsset ? asset.path("version").asLong() : reservation.path("version").asLong();
    return new Telling(
        call,
        told,
        since,
        version == 0 ? body.path("current_version").asLong() : version,
        isAsset ? asset.path("status").asText() : null,
        isReservation ? reserved(reservation) : null,
        text(payment, "payment_ref"),
        body.has("reason") ? text(body, "reason") : text(body, "asset_status"));
  }

  /** What a page of the catalogue tells of one of its items. */
  static Telling listed(Call call, Told told, JsonNode asset) {
    return new Telling(
        call,
        told,
        call.sentAt(),
        asset.path("version").asLong(),
        asset.path("status").asText(),
        null,
        null,
        null);
  }

  private static Reserved reserved(JsonNode told) {
    String endedAt = text(told, "ended_at");
    return new Reserved(
        told.path("reservation_id").asText(),
        told.path("buyer_id").asText(),
        told.path("status").asText(),
        Instant.parse(told.path("created_at").asText()),
        Instant.parse(told.path("expires_at").asText()),
        endedAt == null ? null : Instant.parse(endedAt),
        told.path("already_held").asBoolean());
  }

  private static @Nullable String text(JsonNode node, String member) {
    return node.path(member).isTextual() ? node.path(member).asText() : null;
  }

  String act() {
    return call.request().act();
  }

  /** Whether it tells of now, and not of what was answered before. */
  boolean isFresh() {
    return !told.isReplay();
  }

  boolean isSuccess() {
    return told.isSuccess();
  }

  boolean hasCode(String code) {
    return code.equals(told.errorCode());
  }

  /** A new hold, granted by this very call. */
  boolean isNewHold() {
    return told.status() == 201 && reservation != null;
  }

  /** The reservation that it tells of, or that its call names. */
  @Nullable String reservationId() {
    Reserved reserved = reservation;
    if (reserved != null) {
      return reserved.id();
    }
    String path = call.request().path();
    if (!path.startsWith("/v1/reservations/")) {
      return null;
    }
    String rest = path.substring("/v1/reservations/".length());
    int end = rest.indexOf('/');
    return end < 0 ? rest : rest.substring(0, end);
  }
}
