package dev.satu.reservation;

import dev.satu.database.Attempt;
import dev.satu.database.Transactions;
import dev.satu.hold.HoldStore;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.reservation.PlaceStore.Locked;
import dev.satu.reservation.PlaceStore.Placed;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Places holds on two lanes. The first never waits for a row: one that somebody else is working on
 * is answered BUSY. What meets a lock there goes to the {@link dev.satu.database.WaitingLane}.
 */
final class Placing {
  static final Duration SOON = Duration.ofSeconds(1);

  /** How often a row may move away between being looked at and being locked. */
  private static final int MOST_MOVES = 5;

  private final Transactions transactions;
  private final Admission admission;
  private final PlaceStore store;
  private final HoldStore reservations;
  private final Shield shield;

  Placing(
      Transactions transactions,
      Admission admission,
      PlaceStore store,
      HoldStore reservations,
      Shield shield) {
    this.transactions = transactions;
    this.admission = admission;
    this.store = store;
    this.reservations = reservations;
    this.shield = shield;
  }

  /** One command, alone: first on the lane that never waits. */
  Reply<PlaceOutcome> place(PlaceCommand command) {
    Attempt<Reply<PlaceOutcome>> first = one(command, Locked.SKIP);
    return isBusy(first) || Admission.metALock(first)
        ? placeWaiting(command, first)
        : told(command, first);
  }

  private Reply<PlaceOutcome> told(PlaceCommand command, Attempt<Reply<PlaceOutcome>> attempt) {
    shield.forget(Slot.of(command.asset()));
    return admission.reply(command, attempt, this::replayed);
  }

  /**
   * One command that met a lock on the lane that never waits.
   *
   * @param first what came of it there, told if there is no room to wait
   */
  Reply<PlaceOutcome> placeWaiting(PlaceCommand command, Attempt<Reply<PlaceOutcome>> first) {
    Attempt<Reply<PlaceOutcome>> second = first;
    if (isBusy(first) && command.limits().any() && wasNew(command)) {
      second = one(command, Locked.SKIP);
    }
    Attempt<Reply<PlaceOutcome>> last = second;
    if (isBusy(second) || Admission.metALock(second)) {
      last = admission.waitingLane().run(() -> one(command, Locked.WAIT)).orElse(second);
    }
    return told(command, last);
  }

  Reply<PlaceOutcome> join(Connection connection, PlaceCommand command) throws SQLException {
    return placed(connection, command, Locked.WAIT);
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

  private Attempt<Reply<PlaceOutcome>> one(PlaceCommand command, Locked locked) {
    return transactions.runSingle(connection -> placed(connection, command, locked));
  }

  private Reply<PlaceOutcome> placed(Connection connection, PlaceCommand command, Locked locked)
      throws SQLException {
    List<Claim> alone = List.of(new Claim(command, admission.fingerprint(command)));
    Placed placed = store.place(connection, locked, alone).get(0);
    for (int more = MOST_MOVES;
        locked == Locked.WAIT && placed.verdict() == HoldVerdict.BUSY && more > 0;
        more--) {
      placed = store.place(connection, locked, alone).get(0);
    }
    return reply(command, placed);
  }

  /** What a command is told of its place in a batch. */
  static Reply<PlaceOutcome> reply(PlaceCommand command, Placed placed) {
    return switch (placed.verdict()) {
      case BUSY, BEHIND -> new Reply.Busy<>(SOON);
      case KEY_REUSED -> new Reply.KeyReused<>();
      case REPLAY -> {
        PlaceStore.Replayed replayed = placed.replayed().orElseThrow();
        yield new Reply.Replay<>(
            outcome(replayed.outcome(), placed.reservation().orElseThrow()), replayed.statusNow());
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
