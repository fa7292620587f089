package dev.satu.reservation;

import dev.satu.hold.HoldState;
import dev.satu.hold.ReservationStatus;
import dev.satu.sale.Payment;
import dev.satu.sale.PaymentState;
import dev.satu.sale.UnmatchedReason;
import dev.satu.value.Money;
import java.util.Optional;

/**
 * The rules of committing, as a pure function. What the payment's record says comes first: one
 * payment, one sale, whatever the state of the hold. Then how the hold stands, and last whether the
 * money fits.
 */
final class CommitRules {
  private CommitRules() {}

  /** What is to be done. */
  sealed interface Verdict {
    /** Sell, and record the payment as its sale. */
    record Sell() implements Verdict {}

    /** It was sold by this payment: say so again. */
    record SameSale() implements Verdict {}

    /** Record the payment as unmatched. */
    record Unmatched(UnmatchedReason reason) implements Verdict {}

    /** It is on record as unmatched for this reservation: say so again. */
    record SameUnmatched(UnmatchedReason reason) implements Verdict {}

    /** It was sold by this payment, and that sale was cancelled: say so. */
    record SaleCancelled() implements Verdict {}

    /** Refuse, and change nothing. */
    record Refuse(CommitOutcome outcome) implements Verdict {}
  }

  static Verdict decide(HoldState hold, Optional<Payment> known, Optional<Money> money) {
    if (known.isPresent()) {
      return byRecord(hold, known.get());
    }
    return switch (hold.statusNow()) {
      case COMMITTED -> new Verdict.Unmatched(UnmatchedReason.ALREADY_SOLD);
      case RELEASED -> new Verdict.Unmatched(UnmatchedReason.RESERVATION_RELEASED);
      case EXPIRED -> new Verdict.Unmatched(UnmatchedReason.RESERVATION_EXPIRED);
      case HELD -> byMoney(hold, money);
    };
  }

  private static Verdict byRecord(HoldState hold, Payment payment) {
    boolean same = payment.reservation().equals(hold.id());
    if (payment.state() == PaymentState.SALE) {
      return same
          ? new Verdict.SameSale()
          : new Verdict.Refuse(new CommitOutcome.PaymentAlreadyUsed());
    }
    if (same && payment.reason().orElseThrow() == UnmatchedReason.SALE_CANCELLED) {
      return new Verdict.SaleCancelled();
    }
    return same
        ? new Verdict.SameUnmatched(payment.reason().orElseThrow())
        : new Verdict.Refuse(new CommitOutcome.PaymentUnmatched());
  }

  private static Verdict byMoney(HoldState hold, Optional<Money> money) {
    if (hold.price().isEmpty() || hold.price().equals(money)) {
      return new Verdict.Sell();
    }
    Money price = hold.price().get();
    return new Verdict.Refuse(
        money.isEmpty()
            ? new CommitOutcome.MoneyMissing(price)
            : new CommitOutcome.MoneyMismatch(price));
  }

  /** Whether the end of an overdue hold has yet to be written down. */
  static boolean hasToExpire(HoldState hold) {
    return hold.status() == ReservationStatus.HELD && hold.isOverdue();
  }
}
