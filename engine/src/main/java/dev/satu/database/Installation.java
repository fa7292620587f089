package dev.satu.database;

import java.sql.Connection;
import java.sql.SQLException;

/** What the installation drew for itself when its schema was made. */
public final class Installation {
  private static final String FINGERPRINT_KEY = "SELECT fingerprint_key FROM installation";
  private static final String UNDEFINED_TABLE = "42P01";

  private Installation() {}

  /**
   * The secret of the keyed hash of requests, 32 bytes, the same on every node.
   *
   * @throws IllegalStateException if the schema is not there
   */
  public static byte[] fingerprintKey(Connection connection) throws SQLException {
    try {
      return Sql.first(connection, FINGERPRINT_KEY, row -> row.bytes("fingerprint_key"))
          .orElseThrow(() -> new IllegalStateException("the installation's row is missing"));
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState())) {
        throw new IllegalStateException(
            "Satu's schema is not on the search path: run the migrations at "
                + Migrations.LOCATION
                + " first",
            e);
      }
      throw e;
    }
  }
}
