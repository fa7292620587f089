package dev.satu.database;

import java.sql.SQLException;

/**
 * The database refused a statement for a reason that no caller can act on: a bug, or a schema that
 * is not ours.
 */
public final class DatabaseFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DatabaseFailure(String message, SQLException cause) {
    super(message, cause);
  }

  public DatabaseFailure(String message) {
    super(message);
  }
}
