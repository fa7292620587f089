package dev.satu.reservation;

import dev.satu.hold.HoldState;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.reservation.CommitRules.Verdict;
import dev.satu.sale.NewPayment;
import dev.satu.sale.Payment;
import dev.satu.sale.PaymentStore;
import dev.satu.sale.UnmatchedReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Commits under the asset's lock: decide by {@link CommitRules}, record the payment, write the end
 * of the hold.
 */
final class Committing {
  private final HoldChanges holds;
  private final PaymentStore payments;

  Committing(HoldChanges holds, PaymentStore payments) {
    this.holds = holds;
    this.payments = payments;
  }

  Decision<CommitOutcome> decide(Connection connection, CommitCommand command) throws SQLException {
    Optional<HoldState> found = holds.state(connection, command.reservation());
    if (found.isEmpty()) {
      return Decision.refused(new CommitOutcome.NotFound());
    }
    HoldState hold = found.get();
    Optional<Payment> known = payments.find(connection, command.gateway(), command.payment());
    Optional<Decision<CommitOutcome>> decided = carryOut(connection, command, hold, known);
    if (decided.isPresent()) {
      return decided.get();
    }
    // Another reservation's commit recorded the same payment while we waited for its row: that
    // record now decides.
    Optional<Payment> recorded = payments.find(connection, command.gateway(), command.payment());
    Decision<CommitOutcome> second = carryOut(connection, command, hold, recorded).orElseThrow();
    return second.stored() == null ? Decision.refusedAtConflict(second.outcome()) : second;
  }

  CommitOutcome replayed(Connection connection, StoredAnswer answer) throws SQLException {
    Reservation reservation = holds.fromAnswer(connection, answer.json());
    Payment payment = payments.fromAnswer(connection, answer.json());
    return switch (Kept.valueOf(answer.outcome())) {
      case COMMITTED -> new CommitOutcome.Committed(reservation, payment);
      case TOO_LATE -> new CommitOutcome.TooLate(reservation, payment);
      case ALREADY_SOLD -> new CommitOutcome.AlreadySold(reservation, payment);
    };
  }

  /** The names under which outcomes are kept with their key. */
  private enum Kept {
    COMMITTED,
    TOO_LATE,
    ALREADY_SOLD;

    static Kept of(UnmatchedReason reason) {
      return reason == UnmatchedReason.ALREADY_SOLD ? ALREADY_SOLD : TOO_LATE;
    }
  }

  /** Empty if the payment was recorded by somebody else meanwhile; nothing is written then. */
  private Optional<Decision<CommitOutcome>> carryOut(
      Connection connection, CommitCommand command, HoldState hold, Optional<Payment> known)
      throws SQLException {
    Verdict verdict = CommitRules.decide(hold, known, command.money());
    return switch (verdict) {
      case Verdict.Sell() -> sell(connection, command, hold);
      case Verdict.Unmatched(UnmatchedReason reason) ->
          unmatched(connection, command, hold, reason);
      case Verdict.SameSale() ->
          Optional.of(kept(connection, hold, Kept.COMMITTED, known.orElseThrow()));
      case Verdict.SaleCancelled() ->
          Optional.of(
              Decision.refused(
                  new CommitOutcome.SaleCancelled(
                      holds.read(connection, hold), known.orElseThrow())));
      case Verdict.SameUnmatched(UnmatchedReason reason) -> {
        Decision<CommitOutcome> again =
            kept(connection, hold, Kept.of(reason), known.orElseThrow());
        yield Optional.of(Decision.refused(again.outcome()));
      }
      case Verdict.Refuse(CommitOutcome outcome) -> Optional.of(Decision.refused(outcome));
    };
  }

  private Optional<Decision<CommitOutcome>> sell(
      Connection connection, CommitCommand command, HoldState hold) throws SQLException {
    Optional<Payment> payment = record(connection, command, hold, null);
    if (payment.isEmpty()) {
      return Optional.empty();
    }
    holds.commit(connection, hold, command.caller(), payment.get());
    return Optional.of(kept(connection, hold, Kept.COMMITTED, payment.get()));
  }

  private Optional<Decision<CommitOutcome>> unmatched(
      Connection connection, CommitCommand command, HoldState hold, UnmatchedReason reason)
      throws SQLException {
    Optional<Payment> payment = record(connection, command, hold, reason);
    if (payment.isEmpty()) {
      return Optional.empty();
    }
    // "Too late" is told, so it is written: no step of the database's clock can make this hold live
    // again.
    if (CommitRules.hasToExpire(hold)) {
      holds.expire(connection, hold, command.caller());
    }
    holds.tellUnmatched(connection, hold, command.caller(), payment.get());
    return Optional.of(kept(connection, hold, Kept.of(reason), payment.get()));
  }

  private Optional<Payment> record(
      Connection connection,
      CommitCommand command,
      HoldState hold,
      @Nullable UnmatchedReason reason)
      throws SQLException {
    return payments.insert(
        connection,
        new NewPayment(
            command.caller().account(),
            command.gateway(),
            command.payment(),
            hold.id(),
            command.money().orElse(null),
            reason,
            hold.now()));
  }

  private Decision<CommitOutcome> kept(
      Connection connection, HoldState hold, Kept kept, Payment payment) throws SQLException {
    Reservation reservation = holds.read(connection, hold);
    CommitOutcome outcome =
        switch (kept) {
          case COMMITTED -> new CommitOutcome.Committed(reservation, payment);
          case TOO_LATE -> new CommitOutcome.TooLate(reservation, payment);
          case ALREADY_SOLD -> new CommitOutcome.AlreadySold(reservation, payment);
        };
    String facts =
        "{\"reservation\":" + reservation.json() + ",\"payment\":" + payment.json() + "}";
    return new Decision<>(outcome, new Stored(kept.name(), facts, hold.id(), hold.now()));
  }
}
