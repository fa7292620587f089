package dev.satu.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Backends;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.asset.Asset;
import dev.satu.asset.AssetStatus;
import dev.satu.asset.CreateCommand;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Finish;
import dev.satu.testkit.Race;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Step;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Imports that meet each other, other commands, and the end of their connection. */
class ImportInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed(10);

  private static final String LOCK =
      "SELECT 1 FROM asset WHERE slot = ? AND id = ? FOR NO KEY UPDATE";

  @Test
  void B50_the_same_file_twice_at_once_lists_every_lot_once() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 2_000);

    Finish<String> finish =
        Race.of(2).run(racer -> imported(ImportMode.REPORT, rows)).withoutFailures();

    assertThat(finish.values())
        .containsExactlyInAnyOrder(
            "{\"rows\":2000,\"created\":2000,\"updated\":0,\"skipped\":0}",
            "{\"rows\":2000,\"created\":0,\"updated\":0,\"skipped\":2000}");
  }

  @Test
  void a_lot_that_is_listed_differently_while_the_import_waits_for_it_is_reported() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 5);
    LotRow middle = rows.get(2);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "lists one of the lots under another name",
          c ->
              satu.satu()
                  .assets()
                  .create(
                      c,
                      CreateCommand.of(Installed.SERVER, satu.newKey(), middle.asset(), "Other")));
      Step<ImportOutcome> waiting =
          sessions.bStarts("imports the file", c -> outcome(ImportMode.REPORT, rows));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(waiting.result()).isInstanceOf(ImportOutcome.Refused.class);
      assertThat(((ImportOutcome.Refused) waiting.result()).bad())
          .allMatch(bad -> bad.line() == middle.line());
    }
    assertThat(satu.satu().assets().find(rows.get(0).asset())).isEmpty();
    assertThat(satu.satu().assets().find(middle.asset()).orElseThrow().name()).isEqualTo("Other");
  }

  @Test
  void an_update_waits_for_a_lot_that_somebody_holds_and_changes_it_afterwards() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 3);
    imported(ImportMode.REPORT, rows);
    List<LotRow> renamed = rows.stream().map(ImportInterleavingTest::renamed).toList();
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "locks one of the lots",
          c -> Sql.queryRows(c, LOCK, Slot.of(rows.get(1).asset()), rows.get(1).asset().text()));
      Step<String> waiting =
          sessions.bStarts("imports the file", c -> imported(ImportMode.UPDATE, renamed));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(waiting.result())
          .isEqualTo("{\"rows\":3,\"created\":0,\"updated\":3,\"skipped\":0}");
    }
  }

  @Test
  void reading_a_long_file_keeps_nobody_from_holding_its_lots() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 3);
    imported(ImportMode.REPORT, rows);
    LotFile slow =
        taker -> {
          for (LotRow row : rows) {
            taker.lot(renamed(row));
          }
          Reservation held = satu.hold(rows.get(0).asset(), "buyer");
          assertThat(held.buyer().text()).isEqualTo("buyer");
        };

    Reply<ImportOutcome> reply =
        satu.satu().imports().run(ImportTest.command(satu, ImportMode.UPDATE), slow);

    Answers.first(reply, ImportOutcome.Imported.class);
    Asset asset = satu.satu().assets().find(rows.get(0).asset()).orElseThrow();
    assertThat(asset.status()).isEqualTo(AssetStatus.HELD);
    assertThat(asset.name()).isEqualTo("Renamed");
  }

  @Test
  void B50_an_import_whose_connection_dies_in_the_middle_leaves_nothing_and_its_key_free() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 5);
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    try (TwoSessions sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "lists the last lot",
          c ->
              satu.satu()
                  .assets()
                  .create(
                      c,
                      CreateCommand.of(
                          Installed.SERVER, satu.newKey(), rows.get(4).asset(), "Other")));
      Snapshot before = Snapshot.of(satu);
      Step<Reply<ImportOutcome>> waiting =
          sessions.bStarts(
              "imports the file", c -> satu.satu().imports().run(command, ImportTest.file(rows)));
      sessions.awaitBlockedBackends(1);
      Backends.terminateTheOneThatWaits(satu.database());

      assertThat(waiting.result()).isInstanceOf(Reply.Busy.class);
      assertThat(Snapshot.of(satu)).isEqualTo(before);
      sessions.a("gives up", Connection::rollback);
    }
    Answers.first(
        satu.satu().imports().run(command, ImportTest.file(rows)), ImportOutcome.Imported.class);
  }

  @Test
  void the_same_key_twice_at_once_imports_once_and_answers_alike() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 1_000);
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);

    Finish<ImportOutcome> finish =
        Race.of(2)
            .run(racer -> {
              Reply<ImportOutcome> reply =
                  satu.satu().imports().run(command, ImportTest.file(rows));
              return reply instanceof Reply.Replay<ImportOutcome>(var outcome, var statusNow)
                  ? outcome
                  : Answers.first(reply);
            })
            .withoutFailures();

    assertThat(new HashSet<>(finish.values())).hasSize(1);
    assertThat(ImportTest.counts((ImportOutcome.Imported) finish.values().getFirst()))
        .isEqualTo("{\"rows\":1000,\"created\":1000,\"updated\":0,\"skipped\":0}");
  }

  static LotRow renamed(LotRow row) {
    return new LotRow(
        row.line(),
        row.asset(),
        "Renamed",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "{}",
        Set.of());
  }

  private static ImportOutcome outcome(ImportMode mode, List<LotRow> rows) {
    return Answers.first(
        satu.satu().imports().run(ImportTest.command(satu, mode), ImportTest.file(rows)));
  }

  private static String imported(ImportMode mode, List<LotRow> rows) {
    return outcome(mode, rows) instanceof ImportOutcome.Imported imported
        ? ImportTest.counts(imported)
        : "refused";
  }
}
