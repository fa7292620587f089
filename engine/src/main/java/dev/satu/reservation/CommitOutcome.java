package dev.satu.reservation;

import dev.satu.hold.Reservation;
import dev.satu.idempotency.StoredOutcome;
import dev.satu.sale.Payment;
import dev.satu.value.Money;

/** What becomes of a {@link CommitCommand}. */
public sealed interface CommitOutcome extends StoredOutcome {
  /** Sold, by this payment; also if it was sold by this payment before. */
  record Committed(Reservation reservation, Payment payment) implements CommitOutcome {}

  /**
   * The hold had ended ({@code reservation.status()} says how). The payment is on record as
   * unmatched, with a check at its gateway due: money that was captured is never forgotten.
   */
  record TooLate(Reservation reservation, Payment payment) implements CommitOutcome {}

  /**
   * The reservation was sold by another payment. This one is on record as unmatched, as with {@link
   * TooLate}.
   */
  record AlreadySold(Reservation reservation, Payment payment) implements CommitOutcome {}

  /**
   * It was sold by this payment, and an operator has cancelled that sale since. Nothing was
   * changed.
   */
  record SaleCancelled(Reservation reservation, Payment payment) implements CommitOutcome {}

  /** There is no such reservation of this caller. */
  record NotFound() implements CommitOutcome {}

  /** The payment has paid for another sale. It is neither refunded nor told of. */
  record PaymentAlreadyUsed() implements CommitOutcome {}

  /**
   * The payment is on record as unmatched for another reservation; only an operator may attach it.
   */
  record PaymentUnmatched() implements CommitOutcome {}

  /** The hold has a price, and the call does not say what was captured. Nothing was changed. */
  record MoneyMissing(Money price) implements CommitOutcome {}

  /** What was captured is not the price of the hold. Nothing was changed or recorded. */
  record MoneyMismatch(Money price) implements CommitOutcome {}

  @Override
  default boolean isStored() {
    return this instanceof Committed || this instanceof TooLate || this instanceof AlreadySold;
  }
}
