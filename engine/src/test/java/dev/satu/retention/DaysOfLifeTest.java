package dev.satu.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.SatuConfig;
import dev.satu.janitor.Sweep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The database stays as large as its traffic: days of life in fast motion, with the janitor's
 * sweeps after each, and every day all invariants. The control lives as long without purges.
 */
class DaysOfLifeTest {
  private static final int KEPT_DAYS = 31;
  private static final int DAYS = KEPT_DAYS + 12;
  private static final int BATCH = 20;

  @RegisterExtension final Breakable breakable = new Breakable(monthOfStory());

  private final Installed satu = breakable.installed();

  /** A table that grows with traffic: how many days of it it may hold, and what each day made. */
  private record Table(String name, int daysHeld, List<Day> days) {
    Table(String name, int daysHeld) {
      this(name, daysHeld, new ArrayList<>());
    }

    /** The traffic of the last days, as many as it may hold. */
    long traffic() {
      return days.subList(days.size() - daysHeld, days.size()).stream()
          .mapToLong(Day::arrived)
          .sum();
    }
  }

  /** Rows that a day brought, rows that are left at its end, and bytes after a VACUUM. */
  private record Day(long arrived, long left, long bytes) {}

  private final List<Table> tables =
      List.of(
          new Table("idempotency_key", 2 + 2),
          new Table("buyer", 2 + 2),
          new Table("event", KEPT_DAYS + 2),
          new Table("reservation", KEPT_DAYS + 2));

  @Test
  void the_database_stops_growing_when_the_oldest_story_is_over() {
    Life life = new Life(satu, seed());
    Duration ahead = live(life, true);

    assertThat(ahead).as("purging is faster than what it purges was written").isPositive();
    for (Table table : tables) {
      Day last = table.days().getLast();
      assertThat(last.left())
          .as("rows of %s", table.name())
          .isLessThanOrEqualTo(bound(life, table));
      assertThat(last.bytes())
          .as("bytes of %s", table.name())
          .isLessThanOrEqualTo(table.days().get(KEPT_DAYS + 2).bytes() * 5 / 4);
    }
  }

  @Test
  void without_purges_it_goes_on_growing() {
    Life life = new Life(satu, seed());
    live(life, false);

    for (Table table : tables) {
      assertThat(table.days().getLast().left())
          .as("rows of %s", table.name())
          .isGreaterThan(bound(life, table));
    }
  }

  /** The traffic of the days that it holds, and what each item and each sale keeps for good. */
  private long bound(Life life, Table table) {
    return table.traffic()
        + switch (table.name()) {
          case "event" -> 2 * (rows("asset") + rows("payment"));
          case "reservation" -> life.sales();
          default -> 0;
        };
  }

  /** Lives all days; returns how much longer the living took than the purging. */
  private Duration live(Life life, boolean purging) {
    Duration ahead = Duration.ZERO;
    for (int day = 1; day <= DAYS; day++) {
      List<Long> before = tables.stream().map(table -> rows(table.name())).toList();
      long begin = System.nanoTime();
      life.day();
      sweep(satu.satu().overdueSweep());
      long lived = System.nanoTime();
      List<Long> after = tables.stream().map(table -> rows(table.name())).toList();
      long purgeBegin = System.nanoTime();
      if (purging) {
        satu.satu().retention().all().forEach(this::sweep);
        ahead = ahead.plusNanos(lived - begin - (System.nanoTime() - purgeBegin));
        satu.assertInvariants();
      }
      for (int i = 0; i < tables.size(); i++) {
        Table table = tables.get(i);
        long arrived = after.get(i) - before.get(i);
        table.days().add(new Day(arrived, rows(table.name()), bytes(table.name())));
      }
    }
    return ahead;
  }

  /** A round as the janitor's: bounded batches until nothing is left that could have gone. */
  private void sweep(Sweep sweep) {
    int done;
    do {
      done = sweep.runOnce(BATCH);
      assertThat(done).as(sweep.name()).isLessThanOrEqualTo(BATCH);
    } while (done >= BATCH / 2);
    assertThat(sweep.lag()).as(sweep.name()).isZero();
  }

  private long rows(String table) {
    return satu.database().queryLong("SELECT count(*) FROM " + table);
  }

  private long bytes(String table) {
    satu.database().execute("VACUUM " + table);
    return satu.database().queryLong("SELECT pg_total_relation_size('" + table + "'::regclass)");
  }

  private static long seed() {
    long seed = Long.getLong("satu.seed", System.nanoTime());
    System.out.println("DaysOfLifeTest: -Dsatu.seed=" + seed);
    return seed;
  }

  private static SatuConfig monthOfStory() {
    SatuConfig c = SatuConfig.DEFAULT;
    return new SatuConfig(
        c.holdDefault(),
        c.holdMax(),
        c.extendWindow(),
        c.extensions(),
        c.sweepEvery(),
        c.sweepBatch(),
        c.retries(),
        c.waiting(),
        c.keysKept(),
        Duration.ofDays(KEPT_DAYS),
        c.underWay(),
        c.claims());
  }
}
