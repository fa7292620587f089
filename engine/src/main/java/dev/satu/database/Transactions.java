package dev.satu.database;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Transactions of our own: short, READ COMMITTED, retried from the beginning after a serialisation
 * failure or a deadlock.
 *
 * <p>Thread-safe. Nothing of it is used when a command joins a caller's transaction.
 */
public final class Transactions {
  private static final Logger LOG = System.getLogger(Transactions.class.getName());
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final String READ_ONLY = "SELECT set_config('transaction_read_only', 'on', true)";

  private final DataSource source;
  private final int retries;

  /**
   * @param source gives connections with the settings of {@link ConnectionSettings}
   * @param retries how often a transaction is begun again after 40001 or 40P01
   */
  public Transactions(DataSource source, int retries) {
    this.source = source;
    this.retries = retries;
  }

  /**
   * The statements of one transaction. Runs more than once after a retry, so it must not change
   * anything else.
   */
  @FunctionalInterface
  public interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs several statements as one transaction.
   *
   * @throws DatabaseFailure if the database refuses a statement as wrong
   */
  public <T> Attempt<T> run(Work<T> work) {
    return retrying(() ->
        onConnection(connection -> {
          connection.setAutoCommit(false);
          return several(connection, work);
        }));
  }

  /**
   * Runs several transactions on one connection, such as an import: most of them prepare, and one
   * concludes. Nothing of it is begun again from the beginning.
   *
   * @throws DatabaseFailure if the database refuses a statement as wrong
   */
  public <T> Attempt<T> inSession(Session.SessionWork<T> work) {
    return onConnection(connection -> {
      connection.setAutoCommit(false);
      Session session = new Session(connection, this);
      try {
        return work.run(session);
      } finally {
        session.end();
      }
    });
  }

  /**
   * Runs a single statement that is its own transaction: one round trip, its end included.
   *
   * @throws DatabaseFailure if the database refuses the statement as wrong
   */
  public <T> Attempt<T> runSingle(Work<T> work) {
    return retrying(() ->
        onConnection(connection -> {
          connection.setAutoCommit(true);
          try {
            return new Attempt.Done<>(work.run(connection));
          } catch (SQLException e) {
            // The statement and its commit are one: a connection lost in between tells nothing.
            return SqlState.of(e) == SqlState.CONNECTION_LOST ? new Attempt.Unknown<>() : failed(e);
          }
        }));
  }

  /**
   * Reads by a single statement, where an unknown end does not exist.
   *
   * @throws DatabaseUnavailable if no answer could be had now
   */
  public <T> T read(Work<T> work) {
    return switch (runSingle(work)) {
      case Attempt.Done<T>(T value) -> value;
      case Attempt.Failed<T>(SqlState why) -> throw new DatabaseUnavailable("read failed: " + why);
      case Attempt.Unknown<T>() -> throw new DatabaseUnavailable("connection lost while reading");
    };
  }

  /**
   * Reads by statements that may take minutes each, in a transaction that may not write.
   *
   * @throws DatabaseUnavailable if no answer could be had now
   */
  public <T> T readLong(Work<T> work) {
    Attempt<T> attempt =
        inSession(session ->
            session.conclude(connection -> {
              Sql.first(connection, READ_ONLY, row -> row.text("set_config"));
              return work.run(connection);
            }));
    return switch (attempt) {
      case Attempt.Done<T>(T value) -> value;
      case Attempt.Failed<T>(SqlState why) -> throw new DatabaseUnavailable("read failed: " + why);
      case Attempt.Unknown<T>() -> throw new DatabaseUnavailable("connection lost while reading");
    };
  }

  static <T> Attempt<T> several(Connection connection, Work<T> work) throws SQLException {
    T value;
    try {
      value = work.run(connection);
    } catch (SQLException e) {
      rollback(connection, e);
      return failed(e);
    } catch (RuntimeException | Error e) {
      rollback(connection, e);
      throw e;
    }
    try {
      connection.commit();
    } catch (SQLException e) {
      if (leavesEndOpen(SqlState.of(e))) {
        return new Attempt.Unknown<>();
      }
      rollback(connection, e);
      return failed(e);
    }
    // A warning on COMMIT says that the wait for the standby was given up: done here, perhaps not
    // there.
    return connection.getWarnings() == null ? new Attempt.Done<>(value) : new Attempt.Unknown<>();
  }

  /**
   * Whether a COMMIT that ended with this may have happened: also when the server had no disk for
   * its log, over which it crashes after the record of the commit may be on disk.
   */
  private static boolean leavesEndOpen(SqlState why) {
    return why == SqlState.CONNECTION_LOST || why == SqlState.UNAVAILABLE;
  }

  <T> Attempt<T> retrying(Supplier<Attempt<T>> once) {
    for (int retry = 0; ; retry++) {
      Attempt<T> attempt = once.get();
      if (!(attempt instanceof Attempt.Failed<T>(SqlState why))
          || why != SqlState.RETRY
          || retry == retries) {
        return attempt;
      }
      long longest = FIRST_PAUSE_NANOS << retry;
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest));
    }
  }

  private <T> Attempt<T> onConnection(Work<Attempt<T>> once) {
    Connection connection;
    try {
      connection = source.getConnection();
    } catch (SQLException e) {
      return new Attempt.Failed<>(SqlState.UNAVAILABLE);
    }
    try {
      connection.clearWarnings();
      return once.run(connection);
    } catch (SQLException e) {
      return failed(e);
    } finally {
      close(connection);
    }
  }

  /** What happened has happened: that giving the connection back fails changes nothing about it. */
  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.log(Level.DEBUG, "a connection could not be given back", e);
    }
  }

  static <T> Attempt<T> failed(SQLException e) {
    SqlState why = SqlState.of(e);
    if (why == SqlState.BUG) {
      throw new DatabaseFailure("the database refused a statement (" + e.getSQLState() + ")", e);
    }
    return new Attempt.Failed<>(why);
  }

  static void rollback(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
