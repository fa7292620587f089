package dev.satu.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Backends;
import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.Snapshot;
import dev.satu.asset.CreateCommand;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Step;
import dev.satu.testkit.TwoSessions;
import dev.satu.testkit.Waits;
import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What happens between the parts of an import: while it is staged, between the comparison and the
 * transaction that publishes, and while that one waits.
 */
class StagingInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed(10);

  /** Lets the comparison read, and makes the insert of the publishing transaction wait. */
  private static final String STOP_WRITES = "LOCK TABLE asset IN SHARE MODE";

  /** Makes the comparison wait, which comes after the staging. */
  private static final String STOP_READS = "LOCK TABLE asset IN ACCESS EXCLUSIVE MODE";

  /** As the verb does it, with its event. */
  private static final String RENAME =
      """
      WITH changed AS (
          UPDATE asset SET name = 'Renamed', version = version + 1 WHERE slot = ? AND id = ?
          RETURNING slot, id, version
      )
      INSERT INTO event (slot, item_kind, item_id, version, id, kind, actor, at, changes)
      SELECT slot, 'asset', id, version, nextval('event_id'), 'asset.updated', 'account:other', clock_timestamp(), '{}'
        FROM changed
      """;

  private final Operator operator = new Operator(satu);

  @Test
  void while_a_file_is_read_no_transaction_stays_open() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 12_000);
    LotFile file =
        taker -> {
          for (LotRow row : rows.subList(0, 11_000)) {
            taker.lot(row);
          }
          awaitNoOpenTransaction();
          assertThat(stagingTables()).isEqualTo(2);
          for (LotRow row : rows.subList(11_000, 12_000)) {
            taker.lot(row);
          }
        };

    assertThat(imported(ImportMode.REPORT, file)).contains("\"created\":12000");
    assertThat(stagingTables()).isZero();
  }

  @Test
  void after_a_fault_while_reading_the_connection_goes_back_clean() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 6_000);
    LotFile broken =
        taker -> {
          for (LotRow row : rows) {
            taker.lot(row);
          }
          throw new IllegalStateException("the disk is gone");
        };
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);

    try {
      satu.satu().imports().run(command, broken);
    } catch (IllegalStateException disk) {
      assertThat(disk).hasMessage("the disk is gone");
    }

    assertThat(stagingTables()).isZero();
    assertThat(phaseOf(command)).isEqualTo("FAILED");
    assertThat(imported(ImportMode.REPORT, ImportTest.file(rows))).contains("\"created\":6000");
  }

  @Test
  void an_import_that_is_killed_between_staging_and_publishing_leaves_nothing_and_its_key_free() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 100);
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    Snapshot before = Snapshot.of(satu);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.a("lets nobody read", c -> Sql.execute(c, STOP_READS));
      Step<Reply<ImportOutcome>> waiting =
          sessions.bStarts(
              "imports", c -> satu.satu().imports().run(command, ImportTest.file(rows)));
      sessions.awaitBlockedBackends(1);
      Backends.terminateTheOneThatWaits(satu.database());
      assertThat(waiting.result()).isInstanceOf(Reply.Busy.class);
      sessions.a("ends", Connection::rollback);
    }
    assertThat(Snapshot.of(satu)).isEqualTo(before);
    assertThat(stagingTables()).isZero();
    assertThat(phaseOf(command)).isEqualTo("FAILED");
    Answers.first(
        satu.satu().imports().run(command, ImportTest.file(rows)), ImportOutcome.Imported.class);
  }

  @Test
  void an_import_that_is_killed_while_it_publishes_leaves_nothing() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 100);
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    Snapshot before = Snapshot.of(satu);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      Step<Reply<ImportOutcome>> waiting = publishingWaits(sessions, command, rows);
      Backends.terminateTheOneThatWaits(satu.database());
      assertThat(waiting.result()).isInstanceOf(Reply.Busy.class);
      sessions.a("ends", Connection::rollback);
    }
    assertThat(Snapshot.of(satu)).isEqualTo(before);
    assertThat(phaseOf(command)).isEqualTo("FAILED");
  }

  @Test
  void a_lot_that_is_listed_differently_between_comparison_and_publishing_refuses_the_file() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 5);
    AssetId middle = rows.get(2).asset();
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      Step<Reply<ImportOutcome>> waiting = publishingWaits(sessions, command, rows);
      sessions.a("lists one of the lots under another name", c -> list(c, middle, "Other"));
      sessions.a("ends", Connection::commit);

      var refused = Answers.first(waiting.result(), ImportOutcome.Refused.class);
      assertThat(refused.bad()).extracting(BadRow::line).containsOnly(rows.get(2).line());
    }
    assertThat(satu.satu().assets().find(rows.get(0).asset())).isEmpty();
    assertThat(phaseOf(command)).isEqualTo("REFUSED");
  }

  @Test
  void a_lot_that_is_changed_between_comparison_and_publishing_refuses_the_file() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 5);
    AssetId listed = rows.get(3).asset();
    imported(ImportMode.REPORT, ImportTest.file(rows.subList(3, 4)));
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      Step<Reply<ImportOutcome>> waiting = publishingWaits(sessions, command, rows);
      sessions.a(
          "renames a lot that was equal",
          c -> Sql.execute(c, RENAME, Slot.of(listed), listed.text()));
      sessions.a("ends", Connection::commit);

      var refused = Answers.first(waiting.result(), ImportOutcome.Refused.class);
      assertThat(refused.bad()).extracting(bad -> bad.column().orElse("")).containsExactly("name");
    }
    assertThat(satu.satu().assets().find(rows.get(0).asset())).isEmpty();
    assertThat(nameOf(listed)).isEqualTo("Renamed");
  }

  @Test
  void with_update_a_lot_that_is_listed_between_staging_and_publishing_gets_the_files_details() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 5);
    AssetId middle = rows.get(2).asset();
    ImportCommand command = ImportTest.command(satu, ImportMode.UPDATE);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      Step<Reply<ImportOutcome>> waiting = publishingWaits(sessions, command, rows);
      sessions.a("lists one of the lots under another name", c -> list(c, middle, "Other"));
      sessions.a("ends", Connection::commit);

      var imported = Answers.first(waiting.result(), ImportOutcome.Imported.class);
      assertThat(ImportTest.counts(imported))
          .isEqualTo("{\"rows\":5,\"created\":4,\"updated\":1,\"skipped\":0}");
    }
    assertThat(nameOf(middle)).isEqualTo("Lot 2");
  }

  @Test
  void holds_on_other_lots_go_on_while_an_import_waits_in_its_publishing_transaction() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 3);
    imported(ImportMode.REPORT, ImportTest.file(rows));
    AssetId other = satu.newAsset();
    ImportCommand command = ImportTest.command(satu, ImportMode.UPDATE);
    List<LotRow> renamed = rows.stream().map(ImportInterleavingTest::renamed).toList();
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks the last lot", c -> Blocking.lock(c, rows.getLast().asset()));
      Step<Reply<ImportOutcome>> waiting =
          sessions.bStarts(
              "imports", c -> satu.satu().imports().run(command, ImportTest.file(renamed)));
      sessions.awaitBlockedBackends(1);
      assertThat(phaseOf(command)).isIn("STAGING", "PUBLISHING");

      satu.hold(other, "buyer");

      sessions.a("ends", Connection::commit);
      Answers.first(waiting.result(), ImportOutcome.Imported.class);
    }
    assertThat(phaseOf(command)).isEqualTo("DONE");
  }

  @Test
  void the_same_request_that_was_carried_out_while_this_one_was_staged_is_replayed() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 3);
    imported(ImportMode.REPORT, ImportTest.file(rows));
    List<LotRow> renamed = rows.stream().map(ImportInterleavingTest::renamed).toList();
    ImportCommand command = ImportTest.command(satu, ImportMode.UPDATE);
    ImportOutcome[] elsewhere = new ImportOutcome[1];
    LotFile slow =
        taker -> {
          elsewhere[0] =
              Answers.first(satu.satu().imports().run(command, ImportTest.file(renamed)));
          operator.rename(rows.get(0).asset(), 2, "Changed since");
          for (LotRow row : renamed) {
            taker.lot(row);
          }
        };

    Reply<ImportOutcome> second = satu.satu().imports().run(command, slow);

    assertThat(Answers.replay(second).outcome()).isEqualTo(elsewhere[0]);
    assertThat(nameOf(rows.get(0).asset())).isEqualTo("Changed since");
  }

  /** An import whose comparison is over, and whose first write waits for session a. */
  private Step<Reply<ImportOutcome>> publishingWaits(
      TwoSessions sessions, ImportCommand command, List<LotRow> rows) {
    sessions.a("lets nobody write", c -> Sql.execute(c, STOP_WRITES));
    Step<Reply<ImportOutcome>> waiting =
        sessions.bStarts("imports", c -> satu.satu().imports().run(command, ImportTest.file(rows)));
    sessions.awaitBlockedBackends(1);
    return waiting;
  }

  private void list(Connection connection, AssetId id, String name) throws SQLException {
    satu.satu()
        .assets()
        .create(connection, CreateCommand.of(Installed.SERVER, satu.newKey(), id, name));
  }

  private static String nameOf(AssetId id) {
    return satu.satu().assets().find(id).orElseThrow().name();
  }

  private static String phaseOf(ImportCommand command) {
    return satu.satu()
        .imports()
        .list(Installed.SHOP, Optional.of(command.key()), Optional.empty(), 1)
        .items()
        .getFirst()
        .phase()
        .name();
  }

  /** The batch that is being written ends soon; what then is open would stay so. */
  private static void awaitNoOpenTransaction() {
    Waits.until(
        "no connection of the pool but the asking one is in a transaction",
        Duration.ofSeconds(20),
        () ->
            satu.database()
                    .queryLong(
                        """
                        SELECT count(*) FROM pg_stat_activity
                         WHERE application_name = ? AND datname = current_database() AND pid <> pg_backend_pid()
                           AND (xact_start IS NOT NULL OR backend_xid IS NOT NULL)
                        """,
                        satu.database().schema())
                == 0);
  }

  /** Of all sessions on this schema: their temporary tables are named after them. */
  private static long stagingTables() {
    return satu.database()
        .queryLong(
            """
            SELECT count(*)
              FROM pg_class c
              JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname ~ '^pg_temp_'
             WHERE c.relname IN ('import_lot', 'import_change')
            """);
  }

  private static String imported(ImportMode mode, LotFile file) {
    return Answers.first(
            satu.satu().imports().run(ImportTest.command(satu, mode), file),
            ImportOutcome.Imported.class)
        .json();
  }
}
