package dev.satu.faults.check;

import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Call.Effect;
import dev.satu.faults.history.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Money is one sale or one record: each payment that a commit named has at most one row, which says
 * what every answer about it said; one that was only refused has none; a committed reservation was
 * paid by one payment that names it.
 */
final class Payments implements Rule.OfWhole {
  @Override
  public String name() {
    return "payments";
  }

  @Override
  public void check(Evidence evidence, Findings findings) {
    Map<String, List<Call>> commits = new LinkedHashMap<>();
    Map<String, List<PaymentRow>> rows = new LinkedHashMap<>();
    for (Call call : evidence.calls()) {
      if (call.request().act().equals("commit")) {
        commits.computeIfAbsent(reference(call), first -> new ArrayList<>()).add(call);
      }
    }
    for (ItemCase item : evidence.items()) {
      for (PaymentRow row : item.payments()) {
        rows.computeIfAbsent(row.reference(), first -> new ArrayList<>(1)).add(row);
        if (!commits.containsKey(row.reference())) {
          findings.add(this, item.id(), "nobody named the payment " + row.reference());
        }
      }
      committed(item, findings);
    }
    commits.forEach((reference, calls) ->
        check(reference, calls, rows.getOrDefault(reference, List.of()), findings));
  }

  private static String reference(Call call) {
    String body = call.request().body();
    return body == null ? "" : Json.tree(body).path("payment_ref").asText();
  }

  private void committed(ItemCase item, Findings findings) {
    Map<String, PaymentRow> byId = new HashMap<>();
    item.payments().forEach(payment -> byId.put(payment.id(), payment));
    for (ReservationRow row : item.reservations()) {
      String paid = row.payment();
      PaymentRow payment = paid == null ? null : byId.get(paid);
      boolean isPaid =
          payment != null
              && payment.reservation().equals(row.id())
              && (payment.state().equals("SALE") || "SALE_CANCELLED".equals(payment.reason()));
      if (isPaid != row.status().equals("COMMITTED")) {
        findings.add(this, item.id(), row.id() + " and its payment disagree");
      }
    }
    for (PaymentRow payment : item.payments()) {
      boolean owns =
          item.reservation(payment.reservation())
              .filter(row -> payment.id().equals(row.payment()))
              .isPresent();
      if (payment.state().equals("SALE") && !owns) {
        findings.add(this, item.id(), payment.reference() + " is a sale of nothing");
      }
    }
  }

  private void check(String reference, List<Call> calls, List<PaymentRow> rows, Findings findings) {
    String item = Objects.requireNonNullElse(calls.getFirst().request().item(), "(none)");
    if (rows.size() > 1) {
      findings.add(this, item, "%s is on record twice: %s".formatted(reference, rows), calls);
      return;
    }
    if (rows.isEmpty()) {
      List<Call> recorded = calls.stream().filter(Payments::tellsOfARecord).toList();
      if (!recorded.isEmpty()) {
        findings.add(this, item, reference + " was told as recorded, and is not", recorded);
      }
      return;
    }
    PaymentRow row = rows.getFirst();
    if (calls.stream().noneMatch(Payments::mayHaveRecorded)) {
      findings.add(this, item, reference + " is on record, and was only refused", calls);
    }
    for (Call call : calls) {
      if (call.answer() instanceof Told told && !agrees(call, told, row)) {
        findings.add(this, item, reference + " is " + row + ", and was told otherwise", call);
      }
    }
  }

  private static boolean mayHaveRecorded(Call call) {
    return call.effect() == Effect.UNKNOWN
        || (call.answer() instanceof Told told && (told.isSuccess() || hasPayment(told)));
  }

  private static boolean tellsOfARecord(Call call) {
    return call.answer() instanceof Told told
        && (told.isSuccess()
            || hasPayment(told)
            || "PAYMENT_ALREADY_USED".equals(told.errorCode())
            || "PAYMENT_UNMATCHED".equals(told.errorCode()));
  }

  private static boolean hasPayment(Told told) {
    return told.body().contains("\"payment\":{");
  }

  private static boolean agrees(Call call, Told told, PaymentRow row) {
    boolean isOfIt = call.request().path().contains("/" + row.reservation() + "/");
    String reason = Objects.requireNonNullElse(row.reason(), "");
    if (told.isSuccess()) {
      return isOfIt && (row.state().equals("SALE") || reason.equals("SALE_CANCELLED"));
    }
    String code = Objects.requireNonNullElse(told.errorCode(), "");
    return switch (code) {
      case "RESERVATION_EXPIRED", "RESERVATION_RELEASED", "ALREADY_SOLD", "SALE_CANCELLED" ->
          isOfIt && reason.equals(code);
      case "PAYMENT_ALREADY_USED" ->
          !isOfIt && (row.state().equals("SALE") || reason.equals("SALE_CANCELLED"));
      case "PAYMENT_UNMATCHED" -> !isOfIt && row.state().equals("UNMATCHED");
      default -> true;
    };
  }
}
