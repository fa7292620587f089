package dev.satu.server.reservation;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ExtendOutcome;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.sale.Payment;
import dev.satu.server.http.Answer;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.IsoTimes;
import dev.satu.server.http.Problem;
import dev.satu.server.http.Problems;
import dev.satu.value.Money;
import java.time.Instant;
import java.util.Optional;

/**
 * What commit, release and extend look like from outside. The wording of refusals that are stored
 * and replayed ({@code 410}, {@code ALREADY_SOLD} with a payment) is part of version 1: a replay
 * must be the same bytes.
 */
final class ReservationAnswers {
  private ReservationAnswers() {}

  static Answer committed(CommitOutcome outcome) {
    return switch (outcome) {
      case CommitOutcome.Committed(Reservation reservation, Payment payment) -> facts(reservation);
      case CommitOutcome.TooLate(Reservation reservation, Payment payment) ->
          unmatched(ended(reservation.status()), reservation, payment);
      case CommitOutcome.AlreadySold(Reservation reservation, Payment payment) ->
          unmatched(
              Problem.of(
                  ErrorCode.ALREADY_SOLD,
                  "The reservation was committed with another payment. This one is on record and will be checked."),
              reservation,
              payment);
      case CommitOutcome.SaleCancelled(Reservation reservation, Payment payment) ->
          unmatched(
              Problem.of(
                  ErrorCode.SALE_CANCELLED,
                  "The sale that this payment paid for was cancelled. The payment is on record and will be checked."),
              reservation,
              payment);
      case CommitOutcome.NotFound() -> Answer.refusal(notFound());
      case CommitOutcome.PaymentAlreadyUsed() ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.PAYMENT_ALREADY_USED,
                      "This payment has paid for another sale. Nothing was changed, nothing is refunded.")
                  .withField("payment_ref"));
      case CommitOutcome.PaymentUnmatched() ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.PAYMENT_UNMATCHED,
                      "This payment is on record for another reservation, as one that came too late.")
                  .withField("payment_ref"));
      case CommitOutcome.MoneyMissing(Money price) ->
          Answer.refusal(
              Problems.invalidField("amount", "and currency are needed: this asset has a price"));
      case CommitOutcome.MoneyMismatch(Money price) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.AMOUNT_MISMATCH,
                      "The payment is not the price of this hold. Nothing was changed or recorded.")
                  .withField("amount")
                  .with("price", price));
    };
  }

  static Answer released(ReleaseOutcome outcome) {
    return switch (outcome) {
      case ReleaseOutcome.Released(Reservation reservation) -> facts(reservation);
      case ReleaseOutcome.AlreadySold() -> Answer.refusal(alreadySold());
      case ReleaseOutcome.NotFound() -> Answer.refusal(notFound());
    };
  }

  static Answer extended(ExtendOutcome outcome) {
    return switch (outcome) {
      case ExtendOutcome.Extended(Reservation reservation) -> facts(reservation);
      case ExtendOutcome.Ended(Reservation reservation) ->
          Answer.refusal(ended(reservation.status()));
      case ExtendOutcome.AlreadySold() -> Answer.refusal(alreadySold());
      case ExtendOutcome.LimitReached(int limit) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.EXTENSION_LIMIT_REACHED,
                      "The hold was extended as often as allowed.")
                  .with("limit", limit));
      case ExtendOutcome.TooLong(Instant latest) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.EXTENSION_TOO_LONG,
                      "The hold may live until " + IsoTimes.text(latest) + ".")
                  .withField("extend_by")
                  .with("latest_expires_at", latest));
      case ExtendOutcome.NotFound() -> Answer.refusal(notFound());
    };
  }

  static Problem notFound() {
    return Problem.of(ErrorCode.RESERVATION_NOT_FOUND, "There is no reservation of this id.");
  }

  private static Problem alreadySold() {
    return Problem.of(
        ErrorCode.ALREADY_SOLD,
        "The reservation is committed: a sale is not released or extended.");
  }

  private static Problem ended(ReservationStatus status) {
    return status == ReservationStatus.RELEASED
        ? Problem.of(ErrorCode.RESERVATION_RELEASED, "The hold was released before.")
        : Problem.of(ErrorCode.RESERVATION_EXPIRED, "The hold had expired.");
  }

  private static Answer facts(Reservation reservation) {
    return new Answer.Facts(200, reservation.json(), Optional.of(reservation.status()));
  }

  /**
   * Says where the money stands: the payment's record, beside the reservation it came too late for.
   */
  private static Answer unmatched(Problem problem, Reservation reservation, Payment payment) {
    return new Answer.Refusal(
        problem
            .with("payment", new RawValue(payment.json()))
            .with("reservation", new RawValue(reservation.json())),
        Optional.of(reservation.status()));
  }
}
