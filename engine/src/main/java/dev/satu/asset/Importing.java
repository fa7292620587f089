package dev.satu.asset;

import dev.satu.database.WaitingLane;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Act;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.time.Instant;

/**
 * Imports a file in one transaction: stage it, compare it, and only if no row is bad publish it.
 *
 * <p>Nothing of the catalogue is locked while the file is read and compared. A publish inserts
 * first and then changes, both in the order of locks, so two imports wait for each other and never
 * in a circle; an insert that found its lot listed meanwhile is compared once more.
 */
final class Importing {
  private static final Duration SOON = Duration.ofSeconds(2);

  /** How many imports of this process hold a connection at once; the others wait without one. */
  private static final int AT_ONCE = 2;

  private final Admission admission;
  private final ImportStore store = new ImportStore();
  private final WaitingLane lane = new WaitingLane(AT_ONCE);

  Importing(Admission admission) {
    this.admission = admission;
  }

  Reply<ImportOutcome> run(ImportCommand command, LotFile file) {
    return lane.run(() ->
            admission.runLong(
                command, act(command, file), outcome -> outcome instanceof ImportOutcome.Refused))
        .orElseGet(() -> new Reply.Busy<>(SOON));
  }

  /** Nothing to lock: the rows of the file are locked only when all of them are known as good. */
  private Act<ImportCommand, ImportOutcome> act(ImportCommand command, LotFile file) {
    return new Act<>(
        (connection, patience) -> command,
        (connection, admitted) -> decide(connection, admitted, file),
        (connection, answer) -> new ImportOutcome.Imported(answer.json()));
  }

  private Decision<ImportOutcome> decide(Connection connection, ImportCommand command, LotFile file)
      throws SQLException {
    store.makeStaging(connection);
    Staging staging = new Staging(connection, store);
    file.readInto(staging);
    staging.finish();
    ImportReport report = staging.report();
    report.addAll(store.repeated(connection, report.room()));
    if (command.mode() == ImportMode.REPORT) {
      report.addAll(store.different(connection, report.room()));
    }
    return report.isClean() ? publish(connection, command, report) : report.refusal();
  }

  private Decision<ImportOutcome> publish(
      Connection connection, ImportCommand command, ImportReport report) throws SQLException {
    Savepoint unchanged = connection.setSavepoint();
    Instant begun = store.now(connection);
    long created = store.create(connection, command.caller(), begun);
    long updated = 0;
    if (command.mode() == ImportMode.UPDATE) {
      updated = store.lockDifferent(connection) == 0 ? 0 : update(connection, command);
    } else if (created < report.rows()) {
      // Those that were not new stood there before, or were listed by somebody else meanwhile.
      report.addAll(store.different(connection, report.room()));
      if (!report.isClean()) {
        connection.rollback(unchanged);
        return report.refusal();
      }
    }
    String json = json(report.rows(), created, updated);
    return new Decision<>(
        new ImportOutcome.Imported(json), new Stored("IMPORTED", json, null, begun));
  }

  private long update(Connection connection, ImportCommand command) throws SQLException {
    return store.update(connection, command.caller(), store.now(connection));
  }

  private static String json(long rows, long created, long updated) {
    return "{\"rows\":"
        + rows
        + ",\"created\":"
        + created
        + ",\"updated\":"
        + updated
        + ",\"skipped\":"
        + (rows - created - updated)
        + "}";
  }
}
