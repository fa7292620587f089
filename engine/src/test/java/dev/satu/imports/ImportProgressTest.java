package dev.satu.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.testkit.Waits;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import dev.satu.value.ImportId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How far an import is, as others see it. */
class ImportProgressTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final Duration BOUND = Duration.ofSeconds(20);

  @Test
  void it_is_seen_by_others_while_it_is_received_read_and_when_it_is_done() {
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 12_000);
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    try (ImportProgress progress =
        satu.satu().imports().begin(Installed.SERVER, command.key(), Optional.of(900L))) {
      progress.received(400);
      await("400 of 900 bytes are there", progress, "\"size\":900,\"bytes_received\":400");
      assertThat(seen(progress.id()).phase()).isEqualTo(ImportPhase.RECEIVING);
      progress.received(900);
      progress.receivedAll();
      LotFile file =
          taker -> {
            for (LotRow row : rows) {
              taker.read(row.line() - 1);
              taker.lot(row);
            }
            await(
                "two batches were read",
                progress,
                "\"phase\":\"STAGING\",\"digest\":\"a file\",\"size\":900,\"bytes_received\":900,"
                    + "\"bytes_read\":10000,\"rows\":10000,\"bad_rows\":0");
          };

      var done =
          Answers.first(
              satu.satu().imports().run(command, file, progress), ImportOutcome.Imported.class);

      assertThat(done.id()).isEqualTo(progress.id());
    }
    ImportSeen seen = newest(command.key());
    assertThat(seen.phase()).isEqualTo(ImportPhase.DONE);
    assertThat(seen.rows()).isEqualTo(12_000);
    assertThat(seen.endedAt()).contains(seen.updatedAt());
  }

  @Test
  void a_refused_file_says_how_many_values_are_bad() {
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    LotFile file =
        taker -> {
          taker.bad(BadRow.of(2, "is bad"));
          taker.bad(BadRow.of(3, "is bad too"));
        };

    var refused =
        Answers.first(satu.satu().imports().run(command, file), ImportOutcome.Refused.class);

    assertThat(refused.id()).isEqualTo(newest(command.key()).id());
    assertThat(newest(command.key()).phase()).isEqualTo(ImportPhase.REFUSED);
    assertThat(newest(command.key()).badRows()).isEqualTo(2);
  }

  @Test
  void an_upload_that_breaks_off_has_failed_and_one_that_was_answered_otherwise_is_no_import() {
    IdempotencyKey broken = satu.newKey();
    satu.satu().imports().begin(Installed.SERVER, broken, Optional.empty()).close();
    assertThat(newest(broken).phase()).isEqualTo(ImportPhase.FAILED);

    IdempotencyKey joined = satu.newKey();
    try (ImportProgress progress =
        satu.satu().imports().begin(Installed.SERVER, joined, Optional.empty())) {
      progress.receivedAll();
    }
    assertThat(all(Installed.SHOP, Optional.of(joined)).items()).isEmpty();
  }

  @Test
  void a_replay_names_the_first_import_and_is_none_itself() {
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    List<LotRow> rows = ImportTest.rows(satu.newName("file"), 2);
    var first = Answers.first(satu.satu().imports().run(command, ImportTest.file(rows)));

    var second = Answers.replay(satu.satu().imports().run(command, ImportTest.file(rows)));

    assertThat(second.outcome()).isEqualTo(first);
    assertThat(all(Installed.SHOP, Optional.of(command.key())).items())
        .extracting(ImportSeen::id)
        .containsExactly(first.id());
  }

  @Test
  void what_is_told_late_changes_nothing_about_how_it_ended() {
    ImportCommand command = ImportTest.command(satu, ImportMode.REPORT);
    ImportProgress progress =
        satu.satu().imports().begin(Installed.SERVER, command.key(), Optional.empty());
    progress.ended(ImportPhase.REFUSED, 1);

    progress.ended(ImportPhase.FAILED, 0);

    assertThat(seen(progress.id()).phase()).isEqualTo(ImportPhase.REFUSED);
  }

  @Test
  void an_account_sees_its_own_imports_the_newest_first_page_by_page() {
    AccountId shop = new AccountId(satu.newName("shop"));
    List<ImportId> begun =
        List.of(begunBy(shop), begunBy(shop), begunBy(shop)).stream()
            .sorted((a, b) -> b.text().compareTo(a.text()))
            .toList();

    ImportPage first = satu.satu().imports().list(shop, Optional.empty(), Optional.empty(), 2);
    ImportPage second = satu.satu().imports().list(shop, Optional.empty(), first.next(), 2);

    assertThat(first.items()).extracting(ImportSeen::id).isEqualTo(begun.subList(0, 2));
    assertThat(second.items()).extracting(ImportSeen::id).isEqualTo(begun.subList(2, 3));
    assertThat(second.next()).isEmpty();
    assertThat(satu.satu().imports().find(Installed.SHOP, begun.getFirst())).isEmpty();
  }

  @Test
  void what_is_older_than_thirty_days_is_forgotten_and_nothing_else() {
    ImportId old = begunBy(Installed.SHOP);
    ImportId young = begunBy(Installed.SHOP);
    age(old, Duration.ofDays(30).plusSeconds(1));
    age(young, Duration.ofDays(30).minusMinutes(1));

    assertThat(satu.satu().oldImportSweep().runOnce(1000)).isEqualTo(1);

    assertThat(satu.satu().imports().find(Installed.SHOP, old)).isEmpty();
    assertThat(satu.satu().imports().find(Installed.SHOP, young)).isPresent();
  }

  private static ImportId begunBy(AccountId account) {
    try (ImportProgress progress =
        satu.satu().imports().begin(Caller.of(account), satu.newKey(), Optional.empty())) {
      return progress.id();
    }
  }

  private static void age(ImportId id, Duration age) {
    satu.database()
        .execute(
            "UPDATE import SET started_at = clock_timestamp() - ?::interval WHERE id = ?",
            age.toString(),
            id.text());
  }

  private static void await(String what, ImportProgress progress, String told) {
    Waits.until(what, BOUND, () -> seen(progress.id()).json().contains(told));
  }

  private static ImportSeen seen(ImportId id) {
    return satu.satu().imports().find(Installed.SHOP, id).orElseThrow();
  }

  private static ImportSeen newest(IdempotencyKey key) {
    return all(Installed.SHOP, Optional.of(key)).items().getFirst();
  }

  private static ImportPage all(AccountId account, Optional<IdempotencyKey> key) {
    return satu.satu().imports().list(account, key, Optional.empty(), 50);
  }
}
