package dev.satu.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A race written down as one interleaving: named steps of two database sessions, {@code a} and
 * {@code b}, that happen in the order in which the test says them.
 *
 * <pre>{@code
 * try (var sessions = TwoSessions.on(db)) {
 *   sessions.a("locks the asset", c -> lock(c, asset));
 *   Step<Integer> waiting = sessions.bStarts("takes it too", c -> take(c, asset));
 *   sessions.awaitBlocked("b");
 *   sessions.a("ends", Connection::commit);
 *   assertThat(waiting.result()).isZero();
 * }
 * }</pre>
 *
 * <p>Each session has its own connection, outside the pool and with auto-commit off. A step may
 * leave it alone and run code that opens connections itself ({@code _ -> holds.place(order)}); then
 * {@link #awaitBlockedBackends(int)} tells that it waits.
 *
 * <p>A step that throws does so as {@link StepFailed}, which names the step. A session does one
 * step at a time: to begin a step while another is under way is an {@link IllegalStateException}.
 * For use by one thread, the test's.
 */
public final class TwoSessions implements AutoCloseable {
  private static final Duration BOUND = Duration.ofSeconds(20);

  private final TestDatabase db;
  private final Connection onlooker;
  private final Session a;
  private final Session b;

  private TwoSessions(TestDatabase db, Connection onlooker, Session a, Session b) {
    this.db = db;
    this.onlooker = onlooker;
    this.a = a;
    this.b = b;
  }

  /** What a step does, when nobody asks for its result. */
  @FunctionalInterface
  public interface Act {
    void on(Connection connection) throws Exception;
  }

  /** What a step does and finds out; never null. */
  @FunctionalInterface
  public interface Question<T> {
    T on(Connection connection) throws Exception;
  }

  /** Opens both sessions. */
  public static TwoSessions on(TestDatabase db) {
    List<Connection> opened = new ArrayList<>();
    try {
      opened.add(db.connectBeside());
      opened.add(db.connect());
      opened.add(db.connect());
      return new TwoSessions(
          db, opened.get(0), Session.of("a", opened.get(1)), Session.of("b", opened.get(2)));
    } catch (SQLException failure) {
      opened.forEach(Session::closeQuietly);
      throw new UncheckedSqlException(failure);
    }
  }

  /** Session a does this, and has done it when the call returns. */
  public void a(String does, Act act) {
    a.does(does, act);
  }

  /** Session b does this, and has done it when the call returns. */
  public void b(String does, Act act) {
    b.does(does, act);
  }

  /** Session a does this and answers. */
  public <T> T aAnswers(String does, Question<T> question) {
    return a.starts(does, question).result();
  }

  /** Session b does this and answers. */
  public <T> T bAnswers(String does, Question<T> question) {
    return b.starts(does, question).result();
  }

  /** Session a begins this; the test goes on, and must later ask the step how it ended. */
  public <T> Step<T> aStarts(String does, Question<T> question) {
    return a.starts(does, question);
  }

  /** Session b begins this; the test goes on, and must later ask the step how it ended. */
  public <T> Step<T> bStarts(String does, Question<T> question) {
    return b.starts(does, question);
  }

  /**
   * Waits until the session's connection waits for a lock.
   *
   * @param session {@code "a"} or {@code "b"}
   * @throws AssertionError when its step ends instead, or twenty seconds have passed
   */
  public void awaitBlocked(String session) {
    Session waiting = named(session);
    Waits.until(
        waiting + " waits for a lock",
        BOUND,
        () -> {
          if (LockWaits.isBlocked(onlooker, waiting.backendPid())) {
            return true;
          }
          waiting.requireUnderWay();
          return false;
        });
  }

  /**
   * Waits until at least this many connections of the database's schema wait for a lock, those of
   * the sessions and those that the code under test opened.
   *
   * @throws AssertionError after twenty seconds
   */
  public void awaitBlockedBackends(int count) {
    db.awaitBlockedBackends(count);
  }

  private Session named(String session) {
    return switch (session) {
      case "a" -> a;
      case "b" -> b;
      default -> throw new IllegalArgumentException("sessions are a and b, not " + session);
    };
  }

  /**
   * Rolls back and closes both sessions, and interrupts a step that is still under way.
   *
   * @throws AssertionError when a step was started and nobody asked how it ended
   */
  @Override
  public void close() {
    a.close();
    b.close();
    Session.closeQuietly(onlooker);
    a.requireAsked();
    b.requireAsked();
  }
}
