package dev.satu.database;

import java.sql.Connection;
import java.sql.SQLException;

/** What a caller's transaction must be before a command joins it. */
public final class JoinedTransaction {
  private JoinedTransaction() {}

  /**
   * Refuses a connection on which our decisions would not hold: each of them takes a lock and looks
   * again with a new statement, which sees nothing new unless the transaction is READ COMMITTED.
   *
   * @throws IllegalStateException if autocommit is on or the isolation is not READ COMMITTED
   */
  public static Connection checked(Connection connection) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "joining needs a transaction: call setAutoCommit(false) on the connection first");
    }
    if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
      throw new IllegalStateException("joining needs a transaction that is READ COMMITTED");
    }
    return connection;
  }
}
