package dev.satu.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.asset.CreateCommand;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Step;
import dev.satu.testkit.StepFailed;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Negative controls of the import: its own statements, with a guard of {@link Importing} left out.
 * What then goes wrong is shown as it should be by {@link StagingInterleavingTest}.
 */
class ImportControlTest {
  private static final String LOCK =
      "SELECT 1 FROM asset WHERE slot = ? AND id = ? FOR NO KEY UPDATE";

  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();
  private final ImportStore store = new ImportStore();

  @Test
  void without_the_second_comparison_a_lot_that_was_listed_meanwhile_is_passed_over_as_equal() {
    List<LotRow> rows = ImportTest.rows("file", 3);
    AssetId middle = rows.get(1).asset();
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.b("stages, compares and finds nothing", c -> assertThat(staged(c, rows)).isEmpty());
      sessions.a("lists one of the lots under another name", c -> list(c, middle, "Other"));
      sessions.a("ends", Connection::commit);
      sessions.b(
          "publishes without another look",
          c -> assertThat(store.create(c, Installed.SERVER, store.now(c))).isEqualTo(2));
      sessions.b("ends", Connection::commit);
    }
    // Answered as imported, and not as the file says.
    assertThat(satu.satu().assets().find(middle).orElseThrow().name()).isEqualTo("Other");
    satu.assertInvariants();
  }

  @Test
  void without_looking_again_after_the_lock_an_update_tells_a_change_that_was_none() {
    List<LotRow> rows = ImportTest.rows("file", 1);
    AssetId lot = rows.getFirst().asset();
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.a("lists it", c -> list(c, lot, "Before"));
      sessions.a("ends", Connection::commit);
      sessions.b("stages", c -> assertThat(staged(c, rows)).hasSize(5));
      sessions.a("gives it the very details of the file", c -> sameAsFile(c, lot));
      Step<Long> waiting = sessions.bStarts("changes what differed", c -> updateUnseen(c));
      sessions.awaitBlocked("b");
      sessions.a("ends", Connection::commit);

      assertThat(waiting.result()).isEqualTo(1);
      sessions.b("ends", Connection::commit);
    }
    // The lot was "Lot 0" already, and its story now tells of a change from what it was before
    // that.
    assertThat(
            satu.database()
                .queryText(
                    "SELECT changes::text FROM event WHERE item_id = ? AND actor = 'account:shop' AND version = 3",
                    lot.text()))
        .contains("{\"to\": \"Lot 0\", \"from\": \"Before\"}");
  }

  @Test
  void without_the_order_of_locks_an_import_and_a_checkout_wait_for_each_other_in_a_circle() {
    List<LotRow> rows = inOrderOfLocks(ImportTest.rows("file", 2));
    LotRow first = rows.get(0);
    LotRow second = rows.get(1);
    listAllUnder("Before", rows);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.b("stages the file", c -> staged(c, rows));
      sessions.b("locks against the order", c -> lock(c, second));
      sessions.a("locks the first", c -> lock(c, first));
      Step<Boolean> importing = sessions.bStarts("goes on to the first", c -> lock(c, first));
      sessions.awaitBlocked("b");

      assertThatThrownBy(
              () -> {
                sessions.a("goes on to the second", c -> lock(c, second));
                importing.result();
              })
          .isInstanceOf(StepFailed.class)
          .hasStackTraceContaining("deadlock detected");
      askedFor(importing);
    }
  }

  @Test
  void in_the_order_of_locks_the_import_waits_with_nothing_that_the_other_wants() {
    List<LotRow> rows = inOrderOfLocks(ImportTest.rows("file", 2)).reversed();
    listAllUnder("Before", rows);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.b("stages the file, the last lot first", c -> staged(c, rows));
      sessions.a("locks the first", c -> lock(c, rows.get(1)));
      Step<Long> importing = sessions.bStarts("locks what differs", c -> store.lockDifferent(c));
      sessions.awaitBlocked("b");
      sessions.a("locks the second", c -> lock(c, rows.get(0)));
      sessions.a("ends", Connection::commit);

      assertThat(importing.result()).isEqualTo(2);
    }
  }

  @Test
  void without_looking_for_the_key_again_the_same_request_answers_twice_and_differently() {
    List<LotRow> rows = ImportTest.rows("file", 2);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.b("stages", c -> staged(c, rows));
      sessions.a("stages the same", c -> staged(c, rows));
      sessions.a(
          "publishes",
          c -> assertThat(store.create(c, Installed.SERVER, store.now(c))).isEqualTo(2));
      sessions.a("ends", Connection::commit);

      sessions.b(
          "publishes too",
          c -> assertThat(store.create(c, Installed.SERVER, store.now(c))).isZero());
      sessions.b("ends", Connection::commit);
    }
  }

  @Test
  void without_the_count_of_staged_rows_a_lost_session_publishes_part_of_a_file() {
    List<LotRow> rows = ImportTest.rows("file", 4);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.b("stages", c -> staged(c, rows));
      sessions.b("loses a batch", c -> Sql.execute(c, "DELETE FROM import_lot WHERE line > 3"));
      sessions.b(
          "publishes what is there",
          c -> assertThat(store.create(c, Installed.SERVER, store.now(c))).isEqualTo(2));
      sessions.b("counts", c -> assertThat(store.staged(c)).isNotEqualTo(rows.size()));
    }
  }

  private List<BadRow> staged(Connection connection, List<LotRow> rows) throws SQLException {
    store.makeStaging(connection);
    store.stage(connection, rows);
    store.analyze(connection);
    connection.commit();
    List<BadRow> different = store.different(connection, 100);
    connection.commit();
    return different;
  }

  /** Changes all that differed by the snapshot taken before the wait, without another look. */
  private long updateUnseen(Connection connection) throws SQLException {
    Sql.execute(connection, "INSERT INTO import_change SELECT slot, id FROM import_lot");
    return store.update(connection, Installed.SERVER, store.now(connection));
  }

  private void listAllUnder(String name, List<LotRow> rows) {
    for (LotRow row : rows) {
      satu.satu()
          .assets()
          .create(CreateCommand.of(Installed.SERVER, satu.newKey(), row.asset(), name));
    }
  }

  private void list(Connection connection, AssetId id, String name) throws SQLException {
    satu.satu()
        .assets()
        .create(connection, CreateCommand.of(Installed.SERVER, satu.newKey(), id, name));
  }

  private static void sameAsFile(Connection connection, AssetId id) throws SQLException {
    Sql.execute(
        connection,
        """
        WITH changed AS (
            UPDATE asset
               SET name = 'Lot 0', category = 'rail', price_amount = 1850000, price_currency = 'CHF',
                   hold_for = '90 minutes', attributes = '{"n": 0}', version = version + 1
             WHERE slot = ? AND id = ?
            RETURNING slot, id, version
        )
        INSERT INTO event (slot, item_kind, item_id, version, id, kind, actor, at, changes)
        SELECT slot, 'asset', id, version, nextval('event_id'), 'asset.updated', 'account:other', clock_timestamp(), '{}'
          FROM changed
        """,
        Slot.of(id),
        id.text());
  }

  private static List<LotRow> inOrderOfLocks(List<LotRow> rows) {
    return rows.stream()
        .sorted((a, b) -> Short.compare(Slot.of(a.asset()), Slot.of(b.asset())))
        .toList();
  }

  private static boolean lock(Connection connection, LotRow row) throws SQLException {
    return Sql.queryLong(connection, LOCK, Slot.of(row.asset()), row.asset().text()) == 1;
  }

  private static void askedFor(Step<Boolean> step) {
    try {
      step.result();
    } catch (StepFailed asExpected) {
      assertThat(asExpected).hasStackTraceContaining("deadlock detected");
    }
  }
}
