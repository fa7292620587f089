package dev.satu;

import dev.satu.testkit.Sql;
import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The three ways in which a session makes others wait for an asset. PostgreSQL goes on differently
 * after each: only after the third does a waiting statement look at the row again.
 */
public enum Blocking {
  LOCKED_ONLY,
  CHANGED_THEN_ROLLED_BACK,
  CHANGED_AND_COMMITTED;

  private static final String LOCK =
      "SELECT 1 FROM asset WHERE slot = ? AND id = ? FOR NO KEY UPDATE";

  private static final String CHANGE =
      "UPDATE asset SET name = name || '!', attributes = '{\"seen\":true}' WHERE slot = ? AND id = ?";

  /** From now on others wait. */
  public void begin(Connection connection, AssetId asset) throws SQLException {
    lock(connection, asset);
    if (this != LOCKED_ONLY) {
      Sql.execute(connection, CHANGE, Slot.of(asset), asset.text());
    }
  }

  /** Lets them go on. */
  public void end(Connection connection) throws SQLException {
    if (this == CHANGED_THEN_ROLLED_BACK) {
      connection.rollback();
    } else {
      connection.commit();
    }
  }

  /** Locks an asset's row as every command does. */
  public static void lock(Connection connection, AssetId asset) throws SQLException {
    Sql.queryLong(connection, LOCK, Slot.of(asset), asset.text());
  }
}
