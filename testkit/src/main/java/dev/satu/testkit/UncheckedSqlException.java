package dev.satu.testkit;

import java.sql.SQLException;

/** An {@link SQLException} of a one-line convenience, wrapped so that tests need not declare it. */
public final class UncheckedSqlException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UncheckedSqlException(SQLException cause) {
    super(cause.getMessage(), cause);
  }

  /** The SQLSTATE that the server answered with; empty when the fault was not the server's. */
  public String sqlState() {
    return getCause() instanceof SQLException cause && cause.getSQLState() != null
        ? cause.getSQLState()
        : "";
  }
}
