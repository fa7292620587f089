package dev.satu.reservation;

import dev.satu.asset.AssetStore;
import dev.satu.database.JoinedTransaction;
import dev.satu.database.Transactions;
import dev.satu.event.EventStore;
import dev.satu.hold.HoldState;
import dev.satu.hold.HoldStore;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Act;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.sale.PaymentStore;
import dev.satu.value.Caller;
import dev.satu.value.ReservationId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Hold and commit. Thread-safe; every method blocks until its transaction has ended.
 *
 * <p>Each command comes in two forms. Alone, it is a transaction of its own: retried after a
 * deadlock, bounded by the connection's time-outs, and durable when it returns. With a connection,
 * it joins the caller's transaction: nothing is retried, {@link SQLException}s go to the caller
 * (who must then roll back), and the outcome is provisional until the caller commits. Two commands
 * joined in one transaction can deadlock with two of somebody else's.
 */
public final class Reservations {
  private final Transactions transactions;
  private final Admission admission;
  private final PlaceStore placeStore;
  private final Placing placing;
  private final Shield shield;
  private final ClaimQueue.Shape shape;
  private final HoldChanges holds;
  private final HoldStore store;
  private final Committing committing;
  private final ReservationLimits limits;

  /**
   * The stores that reservations are written through.
   *
   * @param reservations rows of reservations
   * @param assets rows of assets, and their locks
   * @param payments rows of payments
   * @param events the event log
   */
  public record Stores(
      HoldStore reservations, AssetStore assets, PaymentStore payments, EventStore events) {}

  /** For {@link dev.satu.Satu}, which opens one. */
  public Reservations(
      Transactions transactions,
      Admission admission,
      Stores stores,
      ReservationLimits limits,
      ClaimQueue.Shape shape) {
    this.transactions = transactions;
    this.admission = admission;
    this.limits = limits;
    this.store = stores.reservations();
    this.holds = new HoldChanges(store, stores.assets(), stores.events());
    this.committing = new Committing(holds, stores.payments());
    this.placeStore = new PlaceStore(limits);
    this.shape = shape;
    this.shield = new Shield(transactions, placeStore, shape.shield(), System::nanoTime);
    this.placing = new Placing(transactions, admission, placeStore, store, shield);
  }

  /**
   * Opens a queue through which many claims share a round trip.
   *
   * @param slowLane where claims that met a lock block; virtual threads do well
   */
  public ClaimQueue queue(Executor slowLane, ClaimListener listener) {
    return new ClaimQueue(
        transactions, admission, placeStore, placing, shield, slowLane, listener, shape);
  }

  /**
   * Holds an asset for a buyer. A taken one is refused at once, without a lock and without a write.
   */
  public Reply<PlaceOutcome> place(PlaceCommand command) {
    return placing.place(command);
  }

  /**
   * Holds an asset in the caller's transaction; waits for a locked row up to {@code lock_timeout}.
   *
   * @throws IllegalStateException if autocommit is on or the transaction is not READ COMMITTED
   * @throws SQLException whatever the database says; SK001 and SK002: the key is in use, or was
   *     used meanwhile
   */
  public Reply<PlaceOutcome> place(Connection connection, PlaceCommand command)
      throws SQLException {
    return placing.join(JoinedTransaction.checked(connection), command);
  }

  /** Sells the held asset to its holder, if the hold is live and the money fits. */
  public Reply<CommitOutcome> commit(CommitCommand command) {
    return changed(command.reservation(), admission.run(command, committing(command)));
  }

  /** Sells in the caller's transaction. Throws as {@link #place(Connection, PlaceCommand)} does. */
  public Reply<CommitOutcome> commit(Connection connection, CommitCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, committing(command));
  }

  /** Ends a hold early; its asset is free at once. */
  public Reply<ReleaseOutcome> release(ReleaseCommand command) {
    return changed(command.reservation(), admission.run(command, releasing(command)));
  }

  /**
   * Releases in the caller's transaction. Throws as {@link #place(Connection, PlaceCommand)} does.
   */
  public Reply<ReleaseOutcome> release(Connection connection, ReleaseCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, releasing(command));
  }

  /**
   * Ends any account's hold early, on an operator's word. A sale is cancelled, not released; a hold
   * that ended before is told of and not ended again.
   */
  public Reply<ReleaseOutcome> release(OperatorReleaseCommand command) {
    return changed(command.reservation(), admission.run(command, releasing(command)));
  }

  /**
   * Releases as an operator in the caller's transaction. Throws as {@link #place(Connection,
   * PlaceCommand)} does.
   */
  public Reply<ReleaseOutcome> release(Connection connection, OperatorReleaseCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, releasing(command));
  }

  /** Prolongs a live hold. */
  public Reply<ExtendOutcome> extend(ExtendCommand command) {
    return changed(command.reservation(), admission.run(command, extending(command)));
  }

  /**
   * Extends in the caller's transaction. Throws as {@link #place(Connection, PlaceCommand)} does.
   */
  public Reply<ExtendOutcome> extend(Connection connection, ExtendCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, extending(command));
  }

  /**
   * The reservation as it is now, if it is this caller's.
   *
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public Optional<Reservation> find(Caller caller, ReservationId id) {
    return transactions
        .read(connection -> store.read(connection, id, null))
        .filter(owned -> caller.mayActFor(owned.account(), owned.reservation().buyer()))
        .map(HoldStore.Owned::reservation);
  }

  /** What is remembered of the asset is forgotten before the caller is told. */
  private <O> Reply<O> changed(ReservationId id, Reply<O> reply) {
    shield.forget(id.slot());
    return reply;
  }

  private Act<Boolean, CommitOutcome> committing(CommitCommand command) {
    return new Act<>(
        (connection, patience) ->
            holds.lock(connection, command.caller(), command.reservation(), patience),
        (connection, found) ->
            found
                ? committing.decide(connection, command)
                : Decision.refused(new CommitOutcome.NotFound()),
        committing::replayed);
  }

  private Act<Boolean, ReleaseOutcome> releasing(ReleaseCommand command) {
    return new Act<>(
        (connection, patience) ->
            holds.lock(connection, command.caller(), command.reservation(), patience),
        (connection, found) ->
            found
                ? release(connection, command.caller(), command.reservation(), null)
                : Decision.refused(new ReleaseOutcome.NotFound()),
        this::replayedRelease);
  }

  private Act<Boolean, ReleaseOutcome> releasing(OperatorReleaseCommand command) {
    return new Act<>(
        (connection, patience) ->
            holds.lockAny(connection, command.asset(), command.reservation(), patience),
        (connection, found) ->
            found
                ? release(
                    connection, command.caller(), command.reservation(), command.reason().text())
                : Decision.refused(new ReleaseOutcome.NotFound()),
        this::replayedRelease);
  }

  private ReleaseOutcome replayedRelease(Connection connection, StoredAnswer answer)
      throws SQLException {
    return new ReleaseOutcome.Released(holds.fromAnswer(connection, answer.json()));
  }

  private Act<Boolean, ExtendOutcome> extending(ExtendCommand command) {
    return new Act<>(
        (connection, patience) ->
            holds.lock(connection, command.caller(), command.reservation(), patience),
        (connection, found) ->
            found
                ? extendFound(connection, command)
                : Decision.refused(new ExtendOutcome.NotFound()),
        (connection, answer) ->
            new ExtendOutcome.Extended(holds.fromAnswer(connection, answer.json())));
  }

  private Decision<ReleaseOutcome> release(
      Connection connection, Caller caller, ReservationId id, @Nullable String operatorsReason)
      throws SQLException {
    Optional<HoldState> found = holds.state(connection, id);
    if (found.isEmpty()) {
      return Decision.refused(new ReleaseOutcome.NotFound());
    }
    HoldState hold = found.get();
    switch (hold.statusNow()) {
      case COMMITTED -> {
        return Decision.refused(new ReleaseOutcome.AlreadySold());
      }
      case HELD -> holds.release(connection, hold, caller, operatorsReason);
      // Ended before: said again, nothing written. An overdue hold is the sweep's, or the next
      // buyer's, to end.
      case RELEASED, EXPIRED -> {}
    }
    Reservation reservation = holds.read(connection, hold);
    return new Decision<>(
        new ReleaseOutcome.Released(reservation),
        new Stored("RELEASED", reservation.json(), id, hold.now()));
  }

  private Decision<ExtendOutcome> extendFound(Connection connection, ExtendCommand command)
      throws SQLException {
    Optional<HoldState> found = holds.state(connection, command.reservation());
    if (found.isEmpty()) {
      return Decision.refused(new ExtendOutcome.NotFound());
    }
    HoldState hold = found.get();
    return switch (ExtendRules.decide(hold, command.extendBy(), limits)) {
      case ExtendRules.Verdict.Refuse(ExtendOutcome outcome) -> Decision.refused(outcome);
      case ExtendRules.Verdict.Ended() ->
          Decision.refused(new ExtendOutcome.Ended(holds.read(connection, hold)));
      case ExtendRules.Verdict.Extend(var expires) -> {
        holds.extend(connection, hold, command.caller(), expires);
        Reservation reservation = holds.read(connection, hold);
        yield new Decision<>(
            new ExtendOutcome.Extended(reservation),
            new Stored("EXTENDED", reservation.json(), hold.id(), hold.now()));
      }
    };
  }
}
