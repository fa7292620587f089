package dev.satu.payment;

import dev.satu.asset.Asset;
import dev.satu.asset.AssetState;
import dev.satu.asset.AssetStatus;
import dev.satu.asset.AssetStore;
import dev.satu.database.JoinedTransaction;
import dev.satu.event.Event;
import dev.satu.event.EventKind;
import dev.satu.event.EventStore;
import dev.satu.hold.HoldState;
import dev.satu.hold.HoldStore;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Act;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.sale.Payment;
import dev.satu.sale.PaymentStore;
import dev.satu.sale.UnmatchedReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** What an operator may do about a sale. Thread-safe; blocks until its transaction has ended. */
public final class Sales {
  private final Admission admission;
  private final AssetStore assets;
  private final HoldStore holds;
  private final PaymentStore payments;
  private final EventStore events;

  public Sales(
      Admission admission,
      AssetStore assets,
      HoldStore holds,
      PaymentStore payments,
      EventStore events) {
    this.admission = admission;
    this.assets = assets;
    this.holds = holds;
    this.payments = payments;
    this.events = events;
  }

  /** Cancels a sale, in a transaction of its own. */
  public Reply<CancelSaleOutcome> cancel(CancelSaleCommand command) {
    return admission.run(command, cancelling(command));
  }

  /**
   * Cancels a sale in the caller's transaction.
   *
   * @throws IllegalStateException if autocommit is on or the transaction is not READ COMMITTED
   * @throws SQLException whatever the database says; the transaction must then be rolled back
   */
  public Reply<CancelSaleOutcome> cancel(Connection connection, CancelSaleCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, cancelling(command));
  }

  private Act<Boolean, CancelSaleOutcome> cancelling(CancelSaleCommand command) {
    return new Act<>(
        (connection, patience) -> assets.lock(connection, command.asset(), patience),
        (connection, isThere) ->
            isThere
                ? decide(connection, command)
                : Decision.refused(new CancelSaleOutcome.NotFound()),
        this::replayed);
  }

  private Decision<CancelSaleOutcome> decide(Connection connection, CancelSaleCommand command)
      throws SQLException {
    Optional<AssetState> found = assets.state(connection, command.asset());
    if (found.isEmpty()) {
      return Decision.refused(new CancelSaleOutcome.NotFound());
    }
    AssetState state = found.get();
    if (state.statusNow() != AssetStatus.SOLD) {
      return Decision.refused(new CancelSaleOutcome.NotSold(state.statusNow()));
    }
    Payment payment = cancel(connection, command, state);
    Asset asset = assets.read(connection, state.id(), state.now());
    String facts = facts(connection, asset, payment, state);
    return new Decision<>(
        new CancelSaleOutcome.Cancelled(asset, payment, facts),
        new Stored("CANCELLED", facts, null, state.now()));
  }

  private Payment cancel(Connection connection, CancelSaleCommand command, AssetState state)
      throws SQLException {
    HoldState sold = holds.state(connection, state.reservation().orElseThrow()).orElseThrow();
    long version = assets.cancelSale(connection, state.id(), sold.id());
    PaymentStore.Changed off =
        payments
            .cancelSale(connection, sold.id(), state.now())
            .orElseThrow(() -> new IllegalStateException("a sold asset has no sale that stands"));
    Event.Subject about = new Event.Subject(sold.buyer(), sold.id(), off.payment().id(), null);
    String actor = command.caller().actor();
    events.append(
        connection,
        new Event(
            Event.Item.of(state.id()),
            version,
            EventKind.ASSET_SALE_CANCELLED,
            sold.account(),
            actor,
            about,
            command.reason().text(),
            state.now()));
    events.append(
        connection,
        new Event(
            Event.Item.of(off.payment().id()),
            off.version(),
            EventKind.PAYMENT_UNMATCHED,
            sold.account(),
            actor,
            about,
            UnmatchedReason.SALE_CANCELLED.name(),
            state.now()));
    return off.payment();
  }

  private String facts(Connection connection, Asset asset, Payment payment, AssetState state)
      throws SQLException {
    String reservation =
        holds
            .read(connection, payment.reservation(), state.now())
            .orElseThrow()
            .reservation()
            .json();
    return "{\"asset\":"
        + asset.json()
        + ",\"reservation\":"
        + reservation
        + ",\"payment\":"
        + payment.json()
        + "}";
  }

  private CancelSaleOutcome replayed(Connection connection, StoredAnswer answer)
      throws SQLException {
    return new CancelSaleOutcome.Cancelled(
        assets.fromAnswer(connection, answer.json()),
        payments.fromAnswer(connection, answer.json()),
        answer.json());
  }
}
