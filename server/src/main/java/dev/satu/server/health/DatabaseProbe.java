package dev.satu.server.health;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks the database whether it is there and takes writes, on a connection of its own, at most once
 * a second however often it is asked.
 *
 * <p>Thread-safe.
 */
final class DatabaseProbe implements AutoCloseable {
  /** What the database said. */
  enum State {
    READY,
    /** It answers, but is a standby: it was demoted, or the address names the wrong host. */
    STANDBY,
    UNREACHABLE
  }

  private static final Logger LOG = Logger.getLogger(DatabaseProbe.class);
  private static final String LONGEST_SECONDS = "2";

  private final String url;
  private final Properties login = new Properties();
  private final long validNanos;
  private @Nullable Connection connection;
  private State state = State.READY;
  private long askedAt;
  private boolean asked;

  DatabaseProbe(String url, String user, String password, Duration valid) {
    this.url = url;
    this.validNanos = valid.toNanos();
    login.setProperty("user", user);
    login.setProperty("password", password);
    login.setProperty("connectTimeout", LONGEST_SECONDS);
    login.setProperty("loginTimeout", LONGEST_SECONDS);
    login.setProperty("socketTimeout", LONGEST_SECONDS);
    login.setProperty("ApplicationName", "satu-ready");
  }

  /** What it says now, or said less than a moment ago. */
  synchronized State state() {
    if (!asked || System.nanoTime() - askedAt > validNanos) {
      State before = state;
      state = ask();
      asked = true;
      askedAt = System.nanoTime();
      tell(before);
    }
    return state;
  }

  private void tell(State before) {
    if (state != before) {
      if (state == State.READY) {
        LOG.info("The database is ready again");
      } else {
        LOG.warnf("The database is not ready: %s", state);
      }
    }
  }

  private State ask() {
    boolean reused = connection != null;
    State said = askOnce();
    // A kept connection may have died since: that says nothing of the database yet.
    return said == State.UNREACHABLE && reused ? askOnce() : said;
  }

  private State askOnce() {
    try {
      if (connection == null) {
        connection = DriverManager.getConnection(url, login);
      }
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT pg_is_in_recovery()")) {
        row.next();
        return row.getBoolean(1) ? State.STANDBY : State.READY;
      }
    } catch (SQLException unreachable) {
      LOG.debug("The database does not answer", unreachable);
      close();
      return State.UNREACHABLE;
    }
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException gone) {
        LOG.debug("The connection could not be closed", gone);
      }
      connection = null;
    }
  }
}
