package dev.satu.idempotency;

import dev.satu.database.Attempt;
import dev.satu.database.Patience;
import dev.satu.database.Session;
import dev.satu.database.SqlState;
import dev.satu.database.Transactions;
import dev.satu.database.WaitingLane;
import dev.satu.value.ReservationId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets each (key, request) have its effect once.
 *
 * <p>The key is read <em>after</em> the command's item is locked, in a statement of its own:
 * whoever held the lock may have been this very request. It is written last, in the transaction of
 * the effect. Only answers whose transaction changed something, and every success, are stored; a
 * refusal is decided anew each time.
 */
public final class Admission {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Transactions transactions;
  private final Fingerprints fingerprints;
  private final KeyStore keys;
  private final WaitingLane waitingLane;

  public Admission(
      Transactions transactions,
      Fingerprints fingerprints,
      KeyStore keys,
      WaitingLane waitingLane) {
    this.transactions = transactions;
    this.fingerprints = fingerprints;
    this.keys = keys;
    this.waitingLane = waitingLane;
  }

  /**
   * What a command decided.
   *
   * @param outcome the outcome
   * @param stored what is kept with the key, or {@code null} for a refusal that changed nothing
   * @param metConflict a refusal that follows from a row which an insert of ours met: that row may
   *     be the work of this very request, so its key is looked up once more and goes before
   */
  public record Decision<O>(O outcome, @Nullable Stored stored, boolean metConflict) {
    public Decision(O outcome, @Nullable Stored stored) {
      this(outcome, stored, false);
    }

    /** A refusal because of a row that an insert of this command met, perhaps after a wait. */
    public static <O> Decision<O> refusedAtConflict(O outcome) {
      return new Decision<>(outcome, null, true);
    }

    /** A refusal: nothing was changed, nothing is kept. */
    public static <O> Decision<O> refused(O outcome) {
      return new Decision<>(outcome, null);
    }
  }

  /**
   * What is kept with a key.
   *
   * @param outcome a name by which {@link Replayer} finds the outcome again
   * @param json the facts as they are answered
   * @param about the reservation whose present status a replay shows, if any
   * @param at the instant of the decision, by the database's clock
   */
  public record Stored(String outcome, String json, @Nullable ReservationId about, Instant at) {}

  /**
   * Locks what a command is about, and returns what the decision goes by. Runs before the key is
   * read.
   */
  @FunctionalInterface
  public interface Locker<L> {
    L lock(Connection connection, Patience patience) throws SQLException;
  }

  /** Decides a command whose item is locked, and writes what it decided. */
  @FunctionalInterface
  public interface Decider<L, O> {
    Decision<O> decide(Connection connection, L locked) throws SQLException;
  }

  /**
   * Makes an outcome out of what was stored. May read its JSON by a statement on the connection.
   */
  @FunctionalInterface
  public interface Replayer<O> {
    O replay(Connection connection, StoredAnswer answer) throws SQLException;
  }

  /**
   * The three parts of a command, in the order in which they run; a replay runs the third instead
   * of the second.
   */
  public record Act<L, O>(Locker<L> locker, Decider<L, O> decider, Replayer<O> replayer) {}

  /**
   * Runs a command in a transaction of its own: first without patience, and if it met a lock once
   * more on the waiting lane.
   *
   * <p>After a lock time-out or a key met by surprise the key is looked up once more: found means
   * that this request, or another with its key, was carried out meanwhile.
   */
  public <L, O> Reply<O> run(KeyedCommand command, Act<L, O> act) {
    Attempt<Reply<O>> first = attempt(command, act, Patience.NONE);
    Attempt<Reply<O>> attempt =
        metALock(first)
            ? waitingLane.run(() -> attempt(command, act, Patience.FULL)).orElse(first)
            : first;
    return reply(command, attempt, act.replayer());
  }

  /** Whether an attempt ended at a lock that somebody else holds; then it did nothing. */
  public static boolean metALock(Attempt<?> attempt) {
    return attempt instanceof Attempt.Failed<?>(SqlState why)
        && (why == SqlState.LOCK_TIMEOUT || why == SqlState.KEY_BUSY);
  }

  private <L, O> Attempt<Reply<O>> attempt(KeyedCommand command, Act<L, O> act, Patience patience) {
    return transactions.run(connection -> join(connection, command, act, patience));
  }

  /**
   * Runs a command in the caller's transaction; whether it happened is decided by how that one
   * ends.
   */
  public <L, O> Reply<O> join(Connection connection, KeyedCommand command, Act<L, O> act)
      throws SQLException {
    return join(connection, command, act, Patience.FULL);
  }

  private <L, O> Reply<O> join(
      Connection connection, KeyedCommand command, Act<L, O> act, Patience patience)
      throws SQLException {
    L locked = act.locker().lock(connection, patience);
    Fingerprint print = fingerprints.of(command);
    Optional<Reply<O>> known = known(connection, command, print, act.replayer(), patience);
    if (known.isPresent()) {
      return known.get();
    }
    Decision<O> decision = act.decider().decide(connection, locked);
    if (decision.metConflict()) {
      known = known(connection, command, print, act.replayer(), patience);
      if (known.isPresent()) {
        return known.get();
      }
    }
    Stored stored = decision.stored();
    if (stored != null) {
      keys.insert(
          connection,
          command.caller().account(),
          command.key(),
          print,
          new StoredAnswer(stored.outcome(), stored.json(), Optional.empty()),
          stored.about(),
          stored.at());
    }
    return new Reply.First<>(decision.outcome());
  }

  /**
   * Prepares a command in a session, for minutes if need be, without a transaction that stays open.
   */
  @FunctionalInterface
  public interface Preparation<L, O> {
    /** What the concluding transaction goes by, or the refusal. */
    Prepared<L, O> prepare(Session session) throws SQLException;
  }

  /** What came of a {@link Preparation}. */
  public sealed interface Prepared<L, O> {
    /** The command may be carried out. */
    record Ready<L, O>(L locked) implements Prepared<L, O> {}

    /** It is refused; nothing was changed. */
    record Refused<L, O>(O outcome) implements Prepared<L, O> {}
  }

  /**
   * Runs a command that is prepared in a session and carried out by one transaction of it.
   *
   * <p>Its key is looked up before anything is prepared, so that a replay is cheap; in the
   * concluding transaction, since the same request may have been carried out while this one was
   * prepared; and once more after a refusal, which may have been of its own effect.
   *
   * @param isRefusal tells the outcomes that changed nothing
   */
  public <L, O> Reply<O> runPrepared(
      KeyedCommand command,
      Preparation<L, O> preparation,
      Decider<L, O> decider,
      Replayer<O> replayer,
      Predicate<O> isRefusal) {
    Optional<Reply<O>> before = lookUp(command, replayer);
    if (before.isPresent()) {
      return before.get();
    }
    Attempt<Reply<O>> attempt =
        transactions.inSession(session ->
            switch (preparation.prepare(session)) {
              case Prepared.Refused<L, O>(O outcome) ->
                  new Attempt.Done<>(new Reply.First<>(outcome));
              case Prepared.Ready<L, O>(L ready) ->
                  session.conclude(connection ->
                      join(
                          connection,
                          command,
                          new Act<>((open, patience) -> ready, decider, replayer)));
            });
    Reply<O> reply = reply(command, attempt, replayer);
    return reply instanceof Reply.First<O>(O outcome) && isRefusal.test(outcome)
        ? lookUp(command, replayer).orElse(reply)
        : reply;
  }

  /** The reply to an attempt that may have failed: the one place where troubles become replies. */
  public <O> Reply<O> reply(KeyedCommand command, Attempt<Reply<O>> attempt, Replayer<O> replayer) {
    return switch (attempt) {
      case Attempt.Done<Reply<O>>(Reply<O> reply) -> reply;
      case Attempt.Unknown<Reply<O>>() -> new Reply.Unknown<>();
      case Attempt.Failed<Reply<O>>(SqlState why) ->
          switch (why) {
            case LOCK_TIMEOUT, KEY_TAKEN, RETRY ->
                lookUp(command, replayer).orElseGet(() -> new Reply.Busy<>(SOON));
            case KEY_BUSY ->
                lookUp(command, replayer).orElseGet(() -> new Reply.InProgress<>(SOON));
            case CANCELLED, CONNECTION_LOST, UNAVAILABLE -> new Reply.Busy<>(SOON);
            case BUG -> throw new IllegalStateException("a bug is thrown, not returned");
          };
    };
  }

  /** Where a command waits that met a lock. */
  public WaitingLane waitingLane() {
    return waitingLane;
  }

  /** The fingerprint of a command, for stores that compare it themselves. */
  public Fingerprint fingerprint(KeyedCommand command) {
    return fingerprints.of(command);
  }

  private <O> Optional<Reply<O>> lookUp(KeyedCommand command, Replayer<O> replayer) {
    Attempt<Optional<Reply<O>>> found =
        transactions.run(connection ->
            known(connection, command, fingerprints.of(command), replayer, Patience.FULL));
    return found instanceof Attempt.Done<Optional<Reply<O>>>(Optional<Reply<O>> reply)
        ? reply
        : Optional.empty();
  }

  private <O> Optional<Reply<O>> known(
      Connection connection,
      KeyedCommand command,
      Fingerprint print,
      Replayer<O> replayer,
      Patience patience)
      throws SQLException {
    Optional<KeyStore.Found> found =
        keys.find(connection, command.caller().account(), command.key(), print, patience);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (!found.get().sameRequest()) {
      return Optional.of(new Reply.KeyReused<>());
    }
    StoredAnswer answer = found.get().answer();
    return Optional.of(new Reply.Replay<>(replayer.replay(connection, answer), answer.statusNow()));
  }
}
