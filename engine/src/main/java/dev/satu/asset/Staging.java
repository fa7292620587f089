package dev.satu.asset;

import dev.satu.database.SqlState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;

/** Takes the rows of a file into the staging table, many at a time, and notes the bad ones. */
final class Staging implements LotFile.Taker {
  private static final int AT_ONCE = 5_000;

  private final Connection connection;
  private final ImportStore store;
  private final ImportReport report = new ImportReport();
  private final List<LotRow> waiting = new ArrayList<>(AT_ONCE);

  Staging(Connection connection, ImportStore store) {
    this.connection = connection;
    this.store = store;
  }

  @Override
  public void lot(LotRow row) throws SQLException {
    report.countRow();
    waiting.add(row);
    if (waiting.size() == AT_ONCE) {
      stage(waiting);
      waiting.clear();
    }
  }

  @Override
  public void bad(BadRow row) {
    report.add(row);
  }

  @Override
  public boolean wantsMore() {
    return report.room() > 0;
  }

  /** The end of the file. */
  void finish() throws SQLException {
    stage(waiting);
    waiting.clear();
    store.analyze(connection);
  }

  ImportReport report() {
    return report;
  }

  /**
   * Of all values only the attributes are judged by the database alone. It says no to a whole
   * statement, so the rows that it means are found by halving.
   */
  private void stage(List<LotRow> rows) throws SQLException {
    if (rows.isEmpty() || !wantsMore()) {
      return;
    }
    Savepoint before = connection.setSavepoint();
    try {
      store.stage(connection, rows);
      connection.releaseSavepoint(before);
    } catch (SQLException e) {
      if (!SqlState.refusesValue(e)) {
        throw e;
      }
      connection.rollback(before);
      if (rows.size() == 1) {
        report.add(BadRow.of(rows.get(0).line(), "attributes", AssetStore.ATTRIBUTES_RULE));
      } else {
        stage(rows.subList(0, rows.size() / 2));
        stage(rows.subList(rows.size() / 2, rows.size()));
      }
    }
  }
}
