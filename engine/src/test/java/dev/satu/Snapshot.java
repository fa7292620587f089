package dev.satu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.testkit.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All rows of all tables at one moment, each as text that begins with its table's name. Two are
 * equal if nothing at all was changed in between. What tells of an import while it runs is left
 * out: nothing is decided by it.
 */
public record Snapshot(List<String> rows) {
  private static final String TABLES =
      """
      SELECT relname FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
         AND relname NOT IN ('flyway_schema_history', 'import')
       ORDER BY relname
      """;

  public static Snapshot of(TestDatabase database) {
    String all =
        database.queryRows(TABLES).stream()
            .map(
                row -> "SELECT '%1$s' || t::text AS line FROM %1$s t".formatted(row.get("relname")))
            .collect(Collectors.joining(" UNION ALL "));
    return new Snapshot(
        database.queryRows(all + " ORDER BY 1").stream()
            .map(row -> String.valueOf(row.get("line")))
            .toList());
  }

  public static Snapshot of(Installed satu) {
    return of(satu.database());
  }

  /** How many rows of each table are here and were not there, leaving out tables without any. */
  public Map<String, Long> since(Snapshot before) {
    return rows.stream()
        .filter(row -> !before.rows().contains(row))
        .collect(
            Collectors.groupingBy(
                row -> row.substring(0, row.indexOf('(')), Collectors.counting()));
  }

  /** Runs it, and fails unless every row of every table is as it was. */
  public static void assertUnchangedBy(Installed satu, Runnable act) {
    Snapshot before = of(satu);
    act.run();
    assertThat(of(satu)).isEqualTo(before);
  }

  /** Runs it, and fails unless it did nothing but store one answer with its key. */
  public static void assertOnlyAnswerStoredBy(Installed satu, Runnable act) {
    Snapshot before = of(satu);
    act.run();
    Snapshot after = of(satu);
    assertThat(after.since(before)).isEqualTo(Map.of("idempotency_key", 1L));
    assertThat(after.rows()).containsAll(before.rows());
  }
}
