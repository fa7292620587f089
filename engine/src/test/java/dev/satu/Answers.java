package dev.satu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.asset.RelistOutcome;
import dev.satu.asset.WithdrawOutcome;
import dev.satu.idempotency.Reply;
import dev.satu.payment.CancelSaleOutcome;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ExtendOutcome;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.ReleaseOutcome;

/** Takes replies apart by the kind of outcome that must have come. */
public final class Answers {
  private Answers() {}

  /** The outcome of a command that was carried out, or refused, just now. */
  public static <O> O first(Reply<O> reply) {
    if (reply instanceof Reply.First<O>(O outcome)) {
      return outcome;
    }
    throw new AssertionError("not a first answer: " + reply);
  }

  /** The same, where the outcome must be of this kind. */
  public static <O, T extends O> T first(Reply<O> reply, Class<T> kind) {
    O outcome = first(reply);
    assertThat((Object) outcome).isInstanceOf(kind);
    return kind.cast(outcome);
  }

  /** The replay of a command that was carried out before. */
  public static <O> Reply.Replay<O> replay(Reply<O> reply) {
    if (reply instanceof Reply.Replay<O> replay) {
      return replay;
    }
    throw new AssertionError("not a replay: " + reply);
  }

  /** The kind of an outcome, and of those that have reasons which: as tables and models say it. */
  public static String named(Object outcome) {
    String detail =
        switch (outcome) {
          case PlaceOutcome.Unavailable refusal -> " " + refusal.reason();
          case CommitOutcome.TooLate late -> " " + late.payment().reason().orElseThrow();
          case CommitOutcome.SaleCancelled off -> " " + off.payment().reason().orElseThrow();
          case CommitOutcome.AlreadySold sold -> " " + sold.payment().reason().orElseThrow();
          case WithdrawOutcome.NotAvailable refusal -> " " + refusal.status();
          case RelistOutcome.NotWithdrawn refusal -> " " + refusal.status();
          case CancelSaleOutcome.NotSold refusal -> " " + refusal.status();
          case CancelSaleOutcome.Cancelled off -> " " + off.payment().reason().orElseThrow();
          case ReleaseOutcome.Released released -> " " + released.reservation().status();
          case ExtendOutcome.Ended ended -> " " + ended.reservation().status();
          default -> "";
        };
    return outcome.getClass().getSimpleName() + detail;
  }
}
