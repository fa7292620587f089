package dev.satu.faults.check;

import dev.satu.faults.history.Answer;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.History;
import dev.satu.faults.history.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A history and its facts, told step by step: each step is a call of 10 ms, 10 ms after the last
 * one, and does what it says without asking whether it may. So a right order of steps is a correct
 * history, and a wrong one has a fault.
 */
final class Tale {
  static final String LOT = "lot-1";

  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
  private static final long STEP = Duration.ofMillis(10).toNanos();
  private static final Duration HOLD = Duration.ofMinutes(10);

  final List<Call> calls = new ArrayList<>();
  final Rows rows = new Rows(this::now);
  private long time;
  private int names;

  List<Violation> violations() {
    return new Checker().check(History.of(calls), rows.facts());
  }

  private Instant now() {
    return START.plusNanos(time);
  }

  Tale passes(Duration some) {
    time += some.toNanos();
    return this;
  }

  Call last() {
    return calls.getLast();
  }

  String newKey() {
    return "key-" + ++names;
  }

  /** Who asked was told this. */
  Call told(Request request, int status, String body) {
    return answered(request, new Told(status, Map.of(), body));
  }

  Call replayed(Request request, int status, String body) {
    return answered(request, new Told(status, Map.of("Idempotent-Replayed", "true"), body));
  }

  Call answered(Request request, Answer answer) {
    Call call =
        new Call(calls.size() + 1L, 1, "http://one", request, time - STEP, time + STEP, answer);
    calls.add(call);
    time += 3 * STEP;
    return call;
  }

  /** The last answer never came. */
  Tale butItsAnswerIsLost() {
    Call call = calls.removeLast();
    calls.add(
        new Call(
            call.number(),
            call.client(),
            call.node(),
            call.request(),
            call.sentAt(),
            call.answeredAt(),
            new Answer.Unknown("connection lost")));
    return this;
  }

  /** Does the steps, and forgets what they did to the database. */
  Tale butTheDatabaseForgets(Runnable steps) {
    rows.forgetting(steps);
    return this;
  }

  Tale listed() {
    rows.put();
    Request request =
        Request.post("list", LOT, "/v1/assets", newKey(), "{\"asset_id\":\"" + LOT + "\"}");
    rows.event("asset.created", null, null, null);
    return kept(request, 201, "CREATED", rows.assetJson(), null);
  }

  Request hold(String buyer) {
    return Request.post(
        "hold",
        LOT,
        "/v1/assets/" + LOT + "/reservations",
        newKey(),
        "{\"buyer_id\":\"" + buyer + "\"}");
  }

  /** A hold is granted. Returns the reservation. */
  String held(String buyer) {
    return held(hold(buyer), buyer, HOLD);
  }

  String held(Request request, String buyer, Duration length) {
    String id = "res_" + ++names;
    ReservationRow row =
        new ReservationRow(
            id, LOT, "operator", buyer, "HELD", now(), now().plus(length), null, null);
    rows.reservations.put(id, row);
    rows.set("HELD", row.expiresAt(), id);
    rows.event("asset.held", id, row.expiresAt(), null);
    kept(request, 201, "HELD", rows.json(id), id);
    return id;
  }

  Tale released(String id) {
    Request request =
        Request.post("release", LOT, "/v1/reservations/" + id + "/release", newKey(), null);
    rows.ends(id, "RELEASED", null, "asset.released", null);
    return kept(request, 200, "RELEASED", rows.json(id), id);
  }

  Tale swept(String id) {
    rows.ends(id, "EXPIRED", null, "asset.expired", "SWEPT");
    return this;
  }

  Request commit(String id, String payment) {
    return Request.post(
        "commit",
        LOT,
        "/v1/reservations/" + id + "/commit",
        newKey(),
        "{\"payment_ref\":\"" + payment + "\"}");
  }

  Tale committed(String id, String payment) {
    PaymentRow paid = rows.payment(id, payment, "SALE", null);
    rows.ends(id, "COMMITTED", paid.id(), "asset.sold", null);
    String facts = "{\"reservation\":" + rows.json(id) + "}";
    Request request = commit(id, payment);
    rows.keys.put(String.valueOf(request.key()), key(request, "COMMITTED", facts, id));
    told(request, 200, rows.json(id));
    return this;
  }

  /** A commit that comes too late: 410, with a record. */
  Tale committedTooLate(String id, String payment) {
    String reason = "RESERVATION_" + rows.row(id).status();
    PaymentRow paid = rows.payment(id, payment, "UNMATCHED", reason);
    rows.events.add(
        new EventRow(
            rows.events.size() + 1L,
            "payment",
            paid.id(),
            1,
            "payment.unmatched",
            "account:operator",
            rows.row(id).buyer(),
            id,
            paid.id(),
            null,
            reason,
            now()));
    String facts =
        "{\"reservation\":" + rows.json(id) + ",\"payment\":{\"payment_ref\":\"" + payment + "\"}}";
    Request request = commit(id, payment);
    rows.keys.put(String.valueOf(request.key()), key(request, "TOO_LATE", facts, id));
    told(
        request,
        410,
        "{\"error_code\":\""
            + reason
            + "\",\"payment\":{\"payment_ref\":\""
            + payment
            + "\"},\"reservation\":"
            + rows.json(id)
            + "}");
    return this;
  }

  Tale cancelled() {
    AssetRow sold = rows.asset();
    String id = String.valueOf(sold.reservation());
    rows.set("WITHDRAWN", null, null);
    rows.event("asset.sale_cancelled", id, null, null);
    PaymentRow sale = rows.payments.removeLast();
    rows.payments.add(
        new PaymentRow(
            sale.id(),
            sale.gateway(),
            sale.reference(),
            "UNMATCHED",
            "SALE_CANCELLED",
            sale.reservation(),
            null,
            null,
            sale.recordedAt()));
    PaymentRow paid = rows.payments.getLast();
    rows.events.add(
        new EventRow(
            rows.events.size() + 1L,
            "payment",
            paid.id(),
            2,
            "payment.unmatched",
            "account:operator",
            null,
            id,
            paid.id(),
            null,
            "SALE_CANCELLED",
            now()));
    Request request =
        Request.post("cancel-sale", LOT, "/v1/assets/" + LOT + "/cancel-sale", newKey(), "{}");
    return kept(
        request,
        200,
        "CANCELLED",
        "{\"asset\":" + rows.assetJson() + ",\"reservation\":" + rows.json(id) + "}",
        null);
  }

  Tale refused(Request request, int status, String code, String reason) {
    told(request, status, "{\"error_code\":\"" + code + "\",\"reason\":\"" + reason + "\"}");
    return this;
  }

  Tale read(String body) {
    told(Request.get("read-lot", LOT, "/v1/assets/" + LOT), 200, body);
    return this;
  }

  Tale readReservation(String id, String body) {
    told(Request.get("read-reservation", LOT, "/v1/reservations/" + id), 200, body);
    return this;
  }

  /** The call again, as a replay of what its key keeps. */
  Tale askedAgain(Call call) {
    KeyRow row = rows.keys.get(String.valueOf(call.request().key()));
    if (row == null) {
      throw new IllegalStateException("nothing is kept with the key of " + call);
    }
    replayed(call.request(), 200, row.answer());
    return this;
  }

  private Tale kept(
      Request request, int status, String outcome, String body, @Nullable String reservation) {
    rows.keys.put(String.valueOf(request.key()), key(request, outcome, body, reservation));
    told(request, status, body);
    return this;
  }

  private KeyRow key(Request request, String outcome, String answer, @Nullable String about) {
    return new KeyRow("operator", String.valueOf(request.key()), outcome, answer, about, now());
  }
}
