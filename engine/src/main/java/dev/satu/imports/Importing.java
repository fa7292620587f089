package dev.satu.imports;

import dev.satu.database.DatabaseFailure;
import dev.satu.database.Session;
import dev.satu.database.WaitingLane;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Prepared;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Imports a file: stages it in short transactions, compares it, and only if no row is bad publishes
 * it by one.
 *
 * <p>Nothing of the catalogue is locked, and no transaction stays open, while the file is read and
 * compared; so whatever was found then is looked at once more by the one that publishes. That one
 * inserts first and then changes, both in the order of locks, so two imports wait for each other
 * and never in a circle; an insert that found its lot listed meanwhile is compared once more.
 */
final class Importing {
  static final Duration SOON = Duration.ofSeconds(2);

  /** How many imports of this process hold a connection at once; the others wait without one. */
  private static final int AT_ONCE = 2;

  private final Admission admission;
  private final ImportStore store = new ImportStore();
  private final WaitingLane lane = new WaitingLane(AT_ONCE);

  Importing(Admission admission) {
    this.admission = admission;
  }

  Reply<ImportOutcome> run(ImportCommand command, LotFile file, ImportProgress progress) {
    return lane.run(() ->
            admission.<ImportReport, ImportOutcome>runPrepared(
                command,
                session -> prepare(session, command, file, progress),
                (connection, report) -> publish(connection, command, report, progress),
                (connection, answer) ->
                    new ImportOutcome.Imported(
                        store.idOf(connection, answer.json()), answer.json()),
                outcome -> outcome instanceof ImportOutcome.Refused))
        .orElseGet(() -> new Reply.Busy<>(SOON));
  }

  private Prepared<ImportReport, ImportOutcome> prepare(
      Session session, ImportCommand command, LotFile file, ImportProgress progress)
      throws SQLException {
    session.atEnd(connection -> {
      store.dropStaging(connection);
      return true;
    });
    ImportReport report = Staging.of(file, session, store, progress);
    session.prepareLong(connection -> {
      report.addAll(store.repeated(connection, report.room()));
      if (command.mode() == ImportMode.REPORT) {
        report.addAll(store.different(connection, report.room()));
      }
      return report;
    });
    return report.isClean()
        ? new Prepared.Ready<>(report)
        : new Prepared.Refused<>(report.refusal(progress.id()));
  }

  private Decision<ImportOutcome> publish(
      Connection connection, ImportCommand command, ImportReport report, ImportProgress progress)
      throws SQLException {
    progress.publishes();
    requireAllStaged(connection, report);
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
        return Decision.refused(report.refusal(progress.id()));
      }
    }
    progress.done(connection);
    Duration took = Duration.between(begun, store.now(connection));
    String json = new Counts(report.rows(), created, updated).json(progress, took);
    return new Decision<>(
        new ImportOutcome.Imported(progress.id(), json), new Stored("IMPORTED", json, null, begun));
  }

  /** A pooler between us and the database may not have kept the session. */
  private void requireAllStaged(Connection connection, ImportReport report) throws SQLException {
    long staged = store.staged(connection);
    if (staged != report.rows()) {
      throw new DatabaseFailure(
          staged + " rows are staged of " + report.rows() + ": the session was not kept");
    }
  }

  private long update(Connection connection, ImportCommand command) throws SQLException {
    return store.update(connection, command.caller(), store.now(connection));
  }

  private record Counts(long rows, long created, long updated) {
    String json(ImportProgress progress, Duration published) {
      return "{\"import_id\":\""
          + progress.id()
          + "\",\"rows\":"
          + rows
          + ",\"created\":"
          + created
          + ",\"updated\":"
          + updated
          + ",\"skipped\":"
          + (rows - created - updated)
          + ",\"published_in\":\""
          + published.truncatedTo(ChronoUnit.MILLIS)
          + "\"}";
    }
  }
}
