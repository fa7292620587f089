package dev.satu.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What an SQLSTATE means for a command. Errors are recognised by it and by nothing else: texts
 * change with versions and languages.
 */
public enum SqlState {
  /** Serialisation failure or deadlock: all is undone, a fresh transaction may succeed. */
  RETRY,
  /** A row stayed locked longer than {@code lock_timeout}. */
  LOCK_TIMEOUT,
  /** The idempotency key is being written by another transaction, and stayed so. */
  KEY_BUSY,
  /** The idempotency key was used for something else while we worked. */
  KEY_TAKEN,
  /** {@code statement_timeout}, or somebody cancelled the statement. */
  CANCELLED,
  /**
   * The connection or its server process ended; what was under way may or may not have happened.
   */
  CONNECTION_LOST,
  /**
   * The server cannot take more just now: connections, memory, disk, starting up, read-only
   * standby.
   */
  UNAVAILABLE,
  /** Anything else: a bug, or a broken schema. */
  BUG;

  /** Raised by {@code place_holds} and by the key store for {@link #KEY_BUSY}. */
  public static final String KEY_BUSY_CODE = "SK001";

  /** Raised by {@code place_holds} and by the key store for {@link #KEY_TAKEN}. */
  public static final String KEY_TAKEN_CODE = "SK002";

  /** "Transaction resolution unknown", of the standard's class of connection troubles. */
  static final String UNKNOWN_END_CODE = "08007";

  /** Whether one command of many may be to blame, and the others would succeed without it. */
  public boolean concernsOne() {
    return switch (this) {
      case RETRY, LOCK_TIMEOUT, KEY_BUSY, KEY_TAKEN, CANCELLED, BUG -> true;
      case CONNECTION_LOST, UNAVAILABLE -> false;
    };
  }

  /**
   * What this exception means. Where the connection was lost with it, that counts: a server that
   * crashes over a full disk says "disk full" first, and may have committed.
   */
  public static SqlState of(SQLException e) {
    for (SQLException next = e.getNextException(); next != null; next = next.getNextException()) {
      if (ofCode(next.getSQLState()) == CONNECTION_LOST) {
        return CONNECTION_LOST;
      }
    }
    return ofCode(e.getSQLState());
  }

  /**
   * Whether a value was refused: unreadable as what it should be (class 22), too deep or too long
   * (class 54), or against a CHECK.
   */
  public static boolean refusesValue(SQLException e) {
    String code = e.getSQLState();
    return code != null && (code.startsWith("22") || code.startsWith("54") || code.equals("23514"));
  }

  private static SqlState ofCode(@Nullable String code) {
    if (code == null) {
      return BUG;
    }
    return switch (code) {
      case "40001", "40P01" -> RETRY;
      case "55P03" -> LOCK_TIMEOUT;
      case KEY_BUSY_CODE -> KEY_BUSY;
      case KEY_TAKEN_CODE -> KEY_TAKEN;
      case "57014" -> CANCELLED;
      case "57P01", "57P02", "57P04", "57P05", "25P03", "25P04" -> CONNECTION_LOST;
      case "57P03", "25006" -> UNAVAILABLE;
      default -> {
        if (code.startsWith("08")) {
          yield CONNECTION_LOST;
        }
        yield code.startsWith("53") || code.startsWith("58") ? UNAVAILABLE : BUG;
      }
    };
  }
}
