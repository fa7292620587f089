package dev.satu.sale;

import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentId;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** The rows of {@code payment}. */
public final class PaymentStore {
  private static final String FIND =
      """
      SELECT p.id, p.gateway, p.payment_ref, p.state, p.reason, p.reservation_id, p.amount, p.currency,
             payment_json(p) AS json
        FROM payment p
       WHERE p.slot = ? AND p.gateway = ? AND p.payment_ref = ?
      """;

  private static final String INSERT =
      """
      INSERT INTO payment AS p (slot, gateway, payment_ref, id, state, reason, account_id, reservation_slot,
                                reservation_id, amount, currency, check_due_at, recorded_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING
      RETURNING p.id, p.gateway, p.payment_ref, p.state, p.reason, p.reservation_id, p.amount, p.currency,
                payment_json(p) AS json
      """;

  private static final String CANCEL_SALE =
      """
      UPDATE payment p
         SET state = 'UNMATCHED', reason = 'SALE_CANCELLED', check_due_at = ?, version = p.version + 1
        FROM reservation r
       WHERE r.slot = ? AND r.id = ? AND p.slot = r.payment_slot AND p.id = r.payment_id AND p.state = 'SALE'
      RETURNING p.id, p.gateway, p.payment_ref, p.state, p.reason, p.reservation_id, p.amount, p.currency,
                payment_json(p) AS json, p.version
      """;

  private static final String FROM_ANSWER =
      """
      SELECT j ->> 'payment_id' AS id, j ->> 'gateway' AS gateway, j ->> 'payment_ref' AS payment_ref,
             j ->> 'state' AS state, j ->> 'reason' AS reason, o #>> '{reservation,reservation_id}' AS reservation_id,
             (j ->> 'amount')::bigint AS amount, j ->> 'currency' AS currency, j::text AS json
        FROM (SELECT ?::json AS o) answer, LATERAL (SELECT o -> 'payment' AS j) payment
      """;

  /**
   * The record of this payment, if we were ever told of it. Read by a plain statement: nothing is
   * locked.
   */
  public Optional<Payment> find(Connection connection, Gateway gateway, PaymentRef ref)
      throws SQLException {
    return Sql.first(
        connection, FIND, PaymentStore::payment, Slot.of(gateway, ref), gateway.text(), ref.text());
  }

  /**
   * Records a payment, or nothing if it is known already. Waits for another transaction that is
   * recording the same one.
   */
  public Optional<Payment> insert(Connection connection, NewPayment payment) throws SQLException {
    short slot = Slot.of(payment.gateway(), payment.ref());
    UnmatchedReason reason = payment.reason();
    Money money = payment.money();
    return Sql.first(
        connection,
        INSERT,
        PaymentStore::payment,
        slot,
        payment.gateway().text(),
        payment.ref().text(),
        PaymentId.create(slot).text(),
        (reason == null ? PaymentState.SALE : PaymentState.UNMATCHED).name(),
        reason == null ? null : reason.name(),
        payment.account().text(),
        payment.reservation().slot(),
        payment.reservation().text(),
        money == null ? null : money.amount(),
        money == null ? null : money.currency(),
        reason == null ? null : payment.at(),
        payment.at());
  }

  /** A payment and the version that it has now. */
  public record Changed(Payment payment, long version) {}

  /**
   * Takes the payment of a committed reservation off its sale: its check with the gateway is due.
   * Nothing if that sale does not stand.
   */
  public Optional<Changed> cancelSale(Connection connection, ReservationId sold, Instant at)
      throws SQLException {
    return Sql.first(
        connection,
        CANCEL_SALE,
        row -> new Changed(payment(row), row.bigint("version")),
        at,
        sold.slot(),
        sold.text());
  }

  /** The payment that a stored answer tells of in its member {@code payment}. */
  public Payment fromAnswer(Connection connection, String json) throws SQLException {
    return Sql.first(connection, FROM_ANSWER, PaymentStore::payment, json).orElseThrow();
  }

  private static Payment payment(Row row) throws SQLException {
    return new Payment(
        new PaymentId(row.text("id")),
        new Gateway(row.text("gateway")),
        new PaymentRef(row.text("payment_ref")),
        PaymentState.valueOf(row.text("state")),
        row.textIfAny("reason").map(UnmatchedReason::valueOf),
        new ReservationId(row.text("reservation_id")),
        row.moneyIfAny("amount", "currency"),
        row.text("json"));
  }
}
