package dev.satu.database;

import dev.satu.database.Transactions.Work;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection that is kept over several transactions, so that temporary tables live from one to
 * the next. Between two of them no transaction is open: nobody waits for this session, and no
 * reader of events either.
 *
 * <p>For one thread at a time.
 */
public final class Session {
  private static final Logger LOG = System.getLogger(Session.class.getName());

  /** Longer than {@code statement_timeout} below: what hits it is a lost network. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(605);

  /** For one transaction only. Plans over a million rows gain from memory, and not from JIT. */
  private static final String LONG_SETTINGS =
      """
      SELECT set_config('statement_timeout', '600s', true) AS statement_timeout,
             set_config('lock_timeout', '30s', true), set_config('idle_in_transaction_session_timeout', '60s', true),
             set_config('work_mem', '64MB', true), set_config('jit', 'off', true)
      """;

  private final Connection connection;
  private final Transactions transactions;
  private final List<Work<?>> tidying = new ArrayList<>();

  Session(Connection connection, Transactions transactions) {
    this.connection = connection;
    this.transactions = transactions;
  }

  /** What is done in a session. */
  @FunctionalInterface
  public interface SessionWork<T> {
    Attempt<T> run(Session session) throws SQLException;
  }

  /**
   * Runs statements as one short transaction that changes nothing but what is this session's own:
   * how it ends matters to nobody else.
   *
   * @throws SQLException whatever the database says; all of it is then undone
   */
  public <T> T prepare(Work<T> work) throws SQLException {
    try {
      T value = work.run(connection);
      connection.commit();
      return value;
    } catch (SQLException | RuntimeException | Error e) {
      Transactions.rollback(connection, e);
      throw e;
    }
  }

  /** The same, where a statement may take up to 10 min, and wait for a lock up to 30 s. */
  public <T> T prepareLong(Work<T> work) throws SQLException {
    int usual = connection.getNetworkTimeout();
    try {
      return prepare(withLongSettings(work, usual));
    } finally {
      restoreNetworkTimeout(usual);
    }
  }

  /**
   * Runs the transaction that the others have prepared, with the long times of {@link
   * #prepareLong}; after a serialisation failure or a deadlock once more. Its end is watched as
   * closely as any other: only the statements before it have the time.
   *
   * @throws DatabaseFailure if the database refuses a statement as wrong
   */
  public <T> Attempt<T> conclude(Work<T> work) throws SQLException {
    int usual = connection.getNetworkTimeout();
    try {
      return transactions.retrying(() -> once(withLongSettings(work, usual)));
    } finally {
      restoreNetworkTimeout(usual);
    }
  }

  private <T> Attempt<T> once(Work<T> work) {
    try {
      // A doubt about what only prepared is none about what counts.
      connection.clearWarnings();
      return Transactions.several(connection, work);
    } catch (SQLException e) {
      return Transactions.failed(e);
    }
  }

  /** Has this done before the connection goes back to where it came from, whatever happened. */
  public void atEnd(Work<?> tidy) {
    tidying.add(tidy);
  }

  /** What cannot be tidied up must not come to the next who is given this connection. */
  void end() {
    try {
      for (Work<?> tidy : tidying) {
        prepare(tidy);
      }
    } catch (SQLException | RuntimeException e) {
      LOG.log(Level.DEBUG, "a session could not be tidied up", e);
      abandon();
    }
  }

  private void abandon() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.log(Level.DEBUG, "a connection was broken before it was abandoned", e);
    }
  }

  private <T> Work<T> withLongSettings(Work<T> work, int usual) {
    return open -> {
      open.setNetworkTimeout(Runnable::run, Math.toIntExact(LONGEST_SILENCE.toMillis()));
      Sql.first(open, LONG_SETTINGS, row -> row.text("statement_timeout"));
      T value = work.run(open);
      open.setNetworkTimeout(Runnable::run, usual);
      return value;
    };
  }

  /** What happened has happened: a connection that is broken now is replaced by the pool. */
  private void restoreNetworkTimeout(int usual) {
    try {
      connection.setNetworkTimeout(Runnable::run, usual);
    } catch (SQLException e) {
      LOG.log(Level.DEBUG, "a connection broke during a long transaction", e);
    }
  }
}
