package dev.satu.reservation;

import dev.satu.database.Attempt;
import dev.satu.database.Transactions;
import dev.satu.database.WaitingLane;
import dev.satu.hold.HoldStore;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.reservation.PlaceStore.Locked;
import dev.satu.reservation.PlaceStore.Placed;
import dev.satu.reservation.PlaceStore.Replayed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Places holds on two lanes. The first never waits for a row: one that somebody else is working on
 * is answered BUSY. What meets a lock there goes to the {@link WaitingLane}.
 */
final class Placing {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Transactions transactions;
  private final Admission admission;
  private final PlaceStore store;
  private final HoldStore reservations;

  Placing(
      Transactions transactions, Admission admission, PlaceStore store, HoldStore reservations) {
    this.transactions = transactions;
    this.admission = admission;
    this.store = store;
    this.reservations = reservations;
  }

  Reply<PlaceOutcome> place(PlaceCommand command) {
    Attempt<Reply<PlaceOutcome>> first = attempt(command, Locked.SKIP);
    if (isBusy(first) && isLimited(command) && wasNew(command)) {
      first = attempt(command, Locked.SKIP);
    }
    Attempt<Reply<PlaceOutcome>> attempt =
        isBusy(first) || Admission.metALock(first)
            ? admission.waitingLane().run(() -> attempt(command, Locked.WAIT)).orElse(first)
            : first;
    return admission.reply(command, attempt, this::replayed);
  }

  Reply<PlaceOutcome> join(Connection connection, PlaceCommand command) throws SQLException {
    return placed(connection, command, Locked.WAIT);
  }

  private static boolean isLimited(PlaceCommand command) {
    return command.limits().liveHolds().isPresent()
        || command.limits().pauseAfterExpiry().isPresent();
  }

  /** A buyer's first limited hold found no row to lock, though nobody was in its way. */
  private boolean wasNew(PlaceCommand command) {
    return transactions.runSingle(connection -> store.makeBuyer(connection, command))
            instanceof Attempt.Done<Boolean>(Boolean made)
        && made;
  }

  private static boolean isBusy(Attempt<Reply<PlaceOutcome>> attempt) {
    return attempt instanceof Attempt.Done<Reply<PlaceOutcome>>(Reply<PlaceOutcome> reply)
        && reply instanceof Reply.Busy<PlaceOutcome>;
  }

  private Attempt<Reply<PlaceOutcome>> attempt(PlaceCommand command, Locked locked) {
    return transactions.runSingle(connection -> placed(connection, command, locked));
  }

  private Reply<PlaceOutcome> placed(Connection connection, PlaceCommand command, Locked locked)
      throws SQLException {
    Placed placed =
        store.place(connection, locked, List.of(command), admission::fingerprint).get(0);
    return switch (placed.verdict()) {
      case BUSY -> new Reply.Busy<>(SOON);
      case KEY_REUSED -> new Reply.KeyReused<>();
      case REPLAY -> {
        Replayed replayed = placed.replayed().orElseThrow();
        yield new Reply.Replay<>(
            outcome(replayed.outcome(), reservations.fromAnswer(connection, replayed.json())),
            replayed.statusNow());
      }
      case GRANTED -> new Reply.First<>(new PlaceOutcome.Held(placed.reservation().orElseThrow()));
      case ALREADY_HELD ->
          new Reply.First<>(new PlaceOutcome.AlreadyHeld(placed.reservation().orElseThrow()));
      case ASSET_NOT_FOUND -> new Reply.First<>(new PlaceOutcome.AssetNotFound());
      case HOLD_TOO_LONG ->
          new Reply.First<>(new PlaceOutcome.HoldTooLong(placed.longest().orElseThrow()));
      case HELD -> unavailable(UnavailableReason.HELD, placed);
      case HELD_BY_YOU -> unavailable(UnavailableReason.HELD_BY_YOU, placed);
      case SOLD -> unavailable(UnavailableReason.SOLD, placed);
      case WITHDRAWN -> unavailable(UnavailableReason.WITHDRAWN, placed);
      case TOO_SOON ->
          new Reply.First<>(new PlaceOutcome.TooSoon(placed.retryAfter().orElseThrow()));
      case LIMIT_REACHED ->
          new Reply.First<>(
              new PlaceOutcome.LimitReached(
                  command.limits().liveHolds().orElseThrow(),
                  placed.earliest().orElseThrow(),
                  placed.retryAfter().orElseThrow()));
    };
  }

  private static Reply<PlaceOutcome> unavailable(UnavailableReason reason, Placed placed) {
    return new Reply.First<>(new PlaceOutcome.Unavailable(reason, placed.retryAfter()));
  }

  private PlaceOutcome replayed(Connection connection, StoredAnswer answer) throws SQLException {
    return outcome(answer.outcome(), reservations.fromAnswer(connection, answer.json()));
  }

  /** The outcome kept under a name: see the last statement of {@code place_holds}. */
  private static PlaceOutcome outcome(String name, Reservation reservation) {
    return switch (name) {
      case "HELD" -> new PlaceOutcome.Held(reservation);
      case "ALREADY_HELD" -> new PlaceOutcome.AlreadyHeld(reservation);
      default -> throw new IllegalStateException("no outcome of placing is kept as " + name);
    };
  }
}
