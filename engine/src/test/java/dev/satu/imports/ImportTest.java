package dev.satu.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.asset.Asset;
import dev.satu.asset.AssetStatus;
import dev.satu.asset.AssetStore;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.CommitCommand;
import dev.satu.reservation.CommitOutcome;
import dev.satu.value.AssetId;
import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ImportTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  private static final Set<LotDetail> ALL = EnumSet.allOf(LotDetail.class);
  private static final Money PRICE = new Money(1_850_000, "CHF");

  @Test
  void all_rows_of_a_file_are_listed_each_with_its_event() {
    String prefix = satu.newName("file");

    assertThat(imported(rows(prefix, 500))).isEqualTo(counts(500, 500, 0, 0));

    Asset one = find(prefix + "-250");
    assertThat(one.name()).isEqualTo("Lot 250");
    assertThat(one.category()).contains("rail");
    assertThat(one.price()).contains(PRICE);
    assertThat(one.holdFor()).contains(Duration.ofMinutes(90));
    assertThat(one.status()).isEqualTo(AssetStatus.AVAILABLE);
    assertThat(events(one.id())).isEqualTo("asset.created");
  }

  @Test
  void B50_the_same_file_again_adds_nothing_twice() {
    List<LotRow> rows = rows(satu.newName("file"), 500);
    imported(rows);

    assertThat(imported(rows)).isEqualTo(counts(500, 0, 0, 500));
  }

  @Test
  void B50_a_bad_row_in_the_middle_leaves_nothing_behind_and_the_mended_file_goes_in_once() {
    List<LotRow> rows = rows(satu.newName("file"), 500);
    List<LotRow> broken = new ArrayList<>(rows);
    broken.set(250, with(rows.get(250), "{\"a\": \"\\u0000\"}"));

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(refused(ImportMode.REPORT, broken).bad())
                .containsExactly(BadRow.of(252, "attributes", AssetStore.ATTRIBUTES_RULE)));
    assertThat(imported(rows)).isEqualTo(counts(500, 500, 0, 0));
    assertThat(imported(rows)).isEqualTo(counts(500, 0, 0, 500));
  }

  @Test
  void every_bad_row_is_told_in_one_report_whatever_is_wrong_with_it() {
    List<LotRow> listed = rows(satu.newName("file"), 10);
    imported(listed);
    List<LotRow> rows = new ArrayList<>(listed);
    rows.set(2, named(rows.get(2), "Another name"));
    rows.set(4, with(rows.get(4), "[]"));
    rows.add(
        new LotRow(
            12,
            rows.get(7).asset(),
            "Lot 7",
            Optional.of("rail"),
            Optional.of(PRICE),
            Optional.of(Duration.ofMinutes(90)),
            "{\"n\": 7}",
            ALL));

    LotFile file =
        taker -> {
          taker.bad(BadRow.of(1, "is bad before the database sees it"));
          for (LotRow row : rows) {
            taker.lot(row);
          }
        };
    ImportOutcome.Refused refused =
        Answers.first(
            satu.satu().imports().run(command(ImportMode.REPORT), file),
            ImportOutcome.Refused.class);

    assertThat(refused.bad())
        .extracting(BadRow::line, bad -> bad.column().orElse(""))
        .containsExactly(
            tuple(1L, ""), tuple(4L, "name"), tuple(6L, "attributes"), tuple(12L, "asset_id"));
    assertThat(refused.complete()).isTrue();
  }

  @Test
  void many_bad_rows_stop_the_reading_and_the_report_says_so() {
    LotFile file =
        taker -> {
          for (int i = 1; taker.wantsMore(); i++) {
            taker.bad(BadRow.of(i, "is bad"));
          }
        };

    ImportOutcome.Refused refused =
        Answers.first(
            satu.satu().imports().run(command(ImportMode.REPORT), file),
            ImportOutcome.Refused.class);

    assertThat(refused.bad()).hasSize(Imports.MOST_BAD_ROWS);
    assertThat(refused.complete()).isFalse();
  }

  @Test
  void with_update_a_different_row_changes_the_details_and_tells_one_event() {
    List<LotRow> rows = rows(satu.newName("file"), 10);
    imported(rows);
    rows.set(3, named(rows.get(3), "Another name"));

    assertThat(imported(ImportMode.UPDATE, rows)).isEqualTo(counts(10, 0, 1, 9));

    Asset changed = find(rows.get(3).asset().text());
    assertThat(changed.name()).isEqualTo("Another name");
    assertThat(changed.version()).isEqualTo(2);
    assertThat(events(changed.id())).isEqualTo("asset.created,asset.updated");
  }

  @Test
  void B02_an_import_never_touches_the_status_the_hold_or_the_sale() {
    List<LotRow> rows = rows(satu.newName("file"), 3);
    imported(rows);
    Reservation held = satu.hold(rows.get(0).asset(), "holder");
    Reservation sold = satu.hold(rows.get(1).asset(), "owner");
    pay(sold);
    List<LotRow> dearer = rows.stream().map(row -> priced(row, new Money(9_999, "EUR"))).toList();

    assertThat(imported(ImportMode.UPDATE, dearer)).isEqualTo(counts(3, 0, 3, 0));

    assertThat(find(rows.get(0).asset().text()).status()).isEqualTo(AssetStatus.HELD);
    assertThat(find(rows.get(1).asset().text()).status()).isEqualTo(AssetStatus.SOLD);
    assertThat(find(rows.get(1).asset().text()).price()).contains(new Money(9_999, "EUR"));
    pay(held);
    assertThat(find(rows.get(0).asset().text()).status()).isEqualTo(AssetStatus.SOLD);
  }

  @Test
  void what_a_file_does_not_say_is_neither_compared_nor_changed() {
    List<LotRow> rows = rows(satu.newName("file"), 1);
    imported(rows);
    LotRow silent =
        new LotRow(
            2,
            rows.get(0).asset(),
            "Lot 0",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "{}",
            Set.of());

    assertThat(imported(List.of(silent))).isEqualTo(counts(1, 0, 0, 1));
    assertThat(imported(ImportMode.UPDATE, List.of(named(silent, "New"))))
        .isEqualTo(counts(1, 0, 1, 0));
    Asset asset = find(silent.asset().text());
    assertThat(asset.price()).contains(PRICE);
    assertThat(asset.category()).contains("rail");
    assertThat(asset.attributes()).isEqualTo("{\"n\": 0}");

    LotRow empty =
        new LotRow(
            2,
            silent.asset(),
            "New",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "{}",
            ALL);
    assertThat(refused(ImportMode.REPORT, List.of(empty)).bad())
        .extracting(bad -> bad.column().orElse(""))
        .containsExactly("category", "price", "hold_for", "attributes");
    assertThat(imported(ImportMode.UPDATE, List.of(empty))).isEqualTo(counts(1, 0, 1, 0));
    assertThat(find(silent.asset().text()).price()).isEmpty();
  }

  @Test
  void the_same_key_replays_the_first_answer_and_imports_nothing() {
    List<LotRow> rows = rows(satu.newName("file"), 5);
    ImportCommand command = command(ImportMode.REPORT);
    Reply<ImportOutcome> first = satu.satu().imports().run(command, file(rows));

    Reply<ImportOutcome> second =
        satu.satu()
            .imports()
            .run(
                command,
                taker -> {
                  throw new AssertionError("a replay reads no file");
                });

    assertThat(Answers.replay(second).outcome()).isEqualTo(Answers.first(first));
    assertThat(
            satu.satu()
                .imports()
                .run(
                    new ImportCommand(
                        Installed.SERVER, command.key(), "another file", ImportMode.REPORT),
                    file(rows)))
        .isInstanceOf(Reply.KeyReused.class);
  }

  @Test
  void a_refused_import_leaves_its_key_free() {
    List<LotRow> rows = rows(satu.newName("file"), 2);
    ImportCommand command = command(ImportMode.REPORT);
    List<LotRow> broken = List.of(rows.get(0), with(rows.get(1), "[]"));

    Answers.first(satu.satu().imports().run(command, file(broken)), ImportOutcome.Refused.class);

    Answers.first(satu.satu().imports().run(command, file(rows)), ImportOutcome.Imported.class);
  }

  @Test
  void a_file_without_rows_is_imported_as_nothing() {
    assertThat(imported(List.of())).isEqualTo(counts(0, 0, 0, 0));
  }

  static LotFile file(List<LotRow> rows) {
    return taker -> {
      for (LotRow row : rows) {
        taker.lot(row);
      }
    };
  }

  static List<LotRow> rows(String prefix, int count) {
    return new ArrayList<>(
        IntStream.range(0, count)
            .mapToObj(i ->
                new LotRow(
                    i + 2,
                    new AssetId(prefix + "-" + i),
                    "Lot " + i,
                    Optional.of("rail"),
                    Optional.of(PRICE),
                    Optional.of(Duration.ofMinutes(90)),
                    "{\"n\": " + i + "}",
                    ALL))
            .toList());
  }

  private static ImportCommand command(ImportMode mode) {
    return command(satu, mode);
  }

  static ImportCommand command(Installed satu, ImportMode mode) {
    IdempotencyKey key = satu.newKey();
    return new ImportCommand(Installed.SERVER, key, "a file", mode);
  }

  private static LotRow with(LotRow row, String attributes) {
    return new LotRow(
        row.line(),
        row.asset(),
        row.name(),
        row.category(),
        row.price(),
        row.holdFor(),
        attributes,
        row.said());
  }

  private static LotRow named(LotRow row, String name) {
    return new LotRow(
        row.line(),
        row.asset(),
        name,
        row.category(),
        row.price(),
        row.holdFor(),
        row.attributes(),
        row.said());
  }

  private static LotRow priced(LotRow row, Money price) {
    return new LotRow(
        row.line(),
        row.asset(),
        row.name(),
        row.category(),
        Optional.of(price),
        row.holdFor(),
        row.attributes(),
        row.said());
  }

  private static String imported(List<LotRow> rows) {
    return imported(ImportMode.REPORT, rows);
  }

  private static String imported(ImportMode mode, List<LotRow> rows) {
    return counts(
        Answers.first(
            satu.satu().imports().run(command(mode), file(rows)), ImportOutcome.Imported.class));
  }

  /** The counts of an answer, without what differs from import to import. */
  static String counts(ImportOutcome.Imported imported) {
    assertThat(imported.json())
        .matches(
            "\\{\"import_id\":\"%s\",\"rows\":.*,\"published_in\":\"PT[0-9.]+S\"}"
                .formatted(imported.id()));
    return imported
        .json()
        .replaceFirst("\"import_id\":\"\\w+\",", "")
        .replaceFirst(",\"published_in\":\"[^\"]+\"", "");
  }

  private static ImportOutcome.Refused refused(ImportMode mode, List<LotRow> rows) {
    return Answers.first(
        satu.satu().imports().run(command(mode), file(rows)), ImportOutcome.Refused.class);
  }

  private static String counts(int rows, int created, int updated, int skipped) {
    return "{\"rows\":"
        + rows
        + ",\"created\":"
        + created
        + ",\"updated\":"
        + updated
        + ",\"skipped\":"
        + skipped
        + "}";
  }

  private static Asset find(String id) {
    return satu.satu().assets().find(new AssetId(id)).orElseThrow();
  }

  private static String events(AssetId id) {
    return satu.database()
        .queryText(
            "SELECT string_agg(kind, ',' ORDER BY version) FROM event WHERE item_id = ?",
            id.text());
  }

  private static void pay(Reservation hold) {
    Answers.first(
        satu.satu()
            .reservations()
            .commit(
                new CommitCommand(
                    Installed.SERVER,
                    satu.newKey(),
                    hold.id(),
                    new Gateway("external"),
                    new PaymentRef(satu.newName("pay")),
                    Optional.of(PRICE))),
        CommitOutcome.Committed.class);
  }
}
