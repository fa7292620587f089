package dev.satu.imports;

import dev.satu.asset.AssetStore;
import dev.satu.database.Session;
import dev.satu.database.SqlState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Takes the rows of a file into the staging table and notes the bad ones: many rows at a time, each
 * batch in a transaction of its own. While one batch is written the next is read; so no more than
 * two are in memory, and neither is larger than the bounds below, however large the rows are.
 */
final class Staging implements LotFile.Taker {
  private static final int MOST_ROWS = 5_000;
  private static final int MOST_CHARACTERS = 4_000_000;

  private final Session session;
  private final ImportStore store;
  private final ImportProgress progress;
  private final ImportReport report = new ImportReport();
  private List<LotRow> waiting = new ArrayList<>();
  private int characters;
  private long read;
  private Optional<CompletableFuture<List<BadRow>>> underWay = Optional.empty();

  private Staging(Session session, ImportStore store, ImportProgress progress) {
    this.session = session;
    this.store = store;
    this.progress = progress;
  }

  /** Stages a file, and tells what is known of it then. */
  static ImportReport of(LotFile file, Session session, ImportStore store, ImportProgress progress)
      throws SQLException {
    session.prepare(connection -> {
      store.makeStaging(connection);
      return true;
    });
    Staging staging = new Staging(session, store, progress);
    try {
      file.readInto(staging);
      staging.write();
    } finally {
      staging.awaitWritten();
    }
    session.prepare(connection -> {
      store.analyze(connection);
      return true;
    });
    return staging.report;
  }

  @Override
  public void lot(LotRow row) throws SQLException {
    report.countRow();
    waiting.add(row);
    characters += row.attributes().length() + row.name().length();
    if (waiting.size() == MOST_ROWS || characters > MOST_CHARACTERS) {
      write();
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

  @Override
  public void read(long bytes) {
    read = bytes;
  }

  /** Begins to write what waits; the batch before has been written then. */
  private void write() throws SQLException {
    awaitWritten();
    progress.staged(read, report.rows(), report.badRows());
    if (waiting.isEmpty() || !wantsMore()) {
      return;
    }
    List<LotRow> batch = waiting;
    waiting = new ArrayList<>();
    characters = 0;
    underWay =
        Optional.of(
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return session.prepare(connection -> stage(connection, batch));
                  } catch (SQLException e) {
                    throw new CompletionException(e);
                  }
                },
                task -> Thread.ofVirtual().name("satu-staging").start(task)));
  }

  private void awaitWritten() throws SQLException {
    Optional<CompletableFuture<List<BadRow>>> last = underWay;
    underWay = Optional.empty();
    try {
      last.ifPresent(batch -> report.addAll(batch.join()));
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof SQLException e) {
        throw e;
      }
      throw failure;
    }
  }

  /**
   * Of all values only the attributes are judged by the database alone. It says no to a whole
   * statement, so the rows that it means are found by halving.
   */
  private List<BadRow> stage(Connection connection, List<LotRow> rows) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      store.stage(connection, rows);
      connection.releaseSavepoint(before);
      return List.of();
    } catch (SQLException e) {
      if (!SqlState.refusesValue(e)) {
        throw e;
      }
      connection.rollback(before);
      if (rows.size() == 1) {
        return List.of(BadRow.of(rows.get(0).line(), "attributes", AssetStore.ATTRIBUTES_RULE));
      }
      List<BadRow> bad = new ArrayList<>(stage(connection, rows.subList(0, rows.size() / 2)));
      bad.addAll(stage(connection, rows.subList(rows.size() / 2, rows.size())));
      return bad;
    }
  }
}
