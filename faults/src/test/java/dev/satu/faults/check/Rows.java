package dev.satu.faults.check;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The database of a tale: one lot, and what happened to it. Asks for no reason. */
final class Rows {
  private final Supplier<Instant> clock;
  final Map<String, ReservationRow> reservations = new LinkedHashMap<>();
  final List<PaymentRow> payments = new ArrayList<>();
  final List<EventRow> events = new ArrayList<>();
  final Map<String, KeyRow> keys = new LinkedHashMap<>();
  private @Nullable AssetRow asset;

  Rows(Supplier<Instant> clock) {
    this.clock = clock;
  }

  /** Does the steps, and is then as it was before. */
  void forgetting(Runnable steps) {
    AssetRow assetBefore = asset;
    var reservationsBefore = Map.copyOf(reservations);
    var eventsBefore = List.copyOf(events);
    var keysBefore = Map.copyOf(keys);
    steps.run();
    asset = assetBefore;
    reservations.keySet().retainAll(reservationsBefore.keySet());
    reservations.putAll(reservationsBefore);
    events.clear();
    events.addAll(eventsBefore);
    keys.clear();
    keys.putAll(keysBefore);
  }

  /** The lot is there, before its first event. */
  void put() {
    asset = new AssetRow(Tale.LOT, "AVAILABLE", null, null, 0);
  }

  Facts facts() {
    AssetRow row = asset;
    return new Facts(
        clock.get(),
        row == null ? List.of() : List.of(row),
        List.copyOf(reservations.values()),
        payments,
        events,
        List.copyOf(keys.values()),
        List.of());
  }

  void event(
      String kind,
      @Nullable String reservation,
      @Nullable Instant expires,
      @Nullable String reason) {
    AssetRow before = asset();
    asset =
        new AssetRow(
            Tale.LOT,
            before.status(),
            before.holdExpiresAt(),
            before.reservation(),
            before.version() + 1);
    phantom(kind, reservation, expires, reason, asset().version());
  }

  /** An event, and no fact. */
  void phantom(
      String kind,
      @Nullable String reservation,
      @Nullable Instant expires,
      @Nullable String reason,
      long version) {
    events.add(
        new EventRow(
            events.size() + 1L,
            "asset",
            Tale.LOT,
            version,
            kind,
            "account:operator",
            null,
            reservation,
            null,
            expires,
            reason,
            clock.get()));
  }

  ReservationRow row(String id) {
    ReservationRow row = reservations.get(id);
    if (row == null) {
      throw new IllegalStateException("no reservation " + id);
    }
    return row;
  }

  AssetRow asset() {
    AssetRow row = asset;
    if (row == null) {
      throw new IllegalStateException("nothing is listed");
    }
    return row;
  }

  void set(String status, @Nullable Instant expires, @Nullable String owner) {
    asset = new AssetRow(Tale.LOT, status, expires, owner, asset().version());
  }

  void ends(String id, String how, @Nullable String paid, String kind, @Nullable String reason) {
    ReservationRow row = row(id);
    reservations.put(
        id,
        new ReservationRow(
            id,
            Tale.LOT,
            row.account(),
            row.buyer(),
            how,
            row.createdAt(),
            row.expiresAt(),
            clock.get(),
            paid));
    boolean isSold = how.equals("COMMITTED");
    set(isSold ? "SOLD" : "AVAILABLE", null, isSold ? id : null);
    event(kind, id, null, reason);
  }

  PaymentRow payment(String id, String reference, String state, @Nullable String reason) {
    PaymentRow row =
        new PaymentRow(
            "pay_" + (payments.size() + 1),
            "external",
            reference,
            state,
            reason,
            id,
            null,
            null,
            clock.get());
    payments.add(row);
    return row;
  }

  /** The lot as it is told now. */
  String assetJson() {
    return "{\"asset_id\":\"%s\",\"status\":\"%s\",\"attributes\":{},\"created_at\":\"%s\",\"version\":%d}"
        .formatted(Tale.LOT, asset().status(), clock.get(), asset().version());
  }

  /** A reservation as it is told now. */
  String json(String id) {
    ReservationRow row = row(id);
    return "{\"reservation_id\":\"%s\",\"asset_id\":\"%s\",\"buyer_id\":\"%s\",\"status\":\"%s\",\"expires_at\":\"%s\",\"created_at\":\"%s\",\"version\":%d}"
        .formatted(
            id,
            Tale.LOT,
            row.buyer(),
            row.status(),
            row.expiresAt(),
            row.createdAt(),
            asset().version());
  }
}
