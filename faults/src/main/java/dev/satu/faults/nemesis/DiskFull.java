package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import dev.satu.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** PostgreSQL's disk has no room: for rows it says so, for its log it ends. */
final class DiskFull extends DatabaseFault {
  /** More than there are segments of the log that were made before and wait to be used. */
  private static final int SEGMENTS = 40;

  DiskFull(PostgresCluster postgres) {
    super("disk full", postgres, Duration.ofSeconds(1), Duration.ofSeconds(5));
  }

  @Override
  public String what() {
    return "no room is left on the primary's disk for 1 to 5 s: for rows, and every other time for"
        + " its log, of which it dies";
  }

  @Override
  public Optional<String> missing() {
    return postgres().canFillDisks()
        ? Optional.empty()
        : Optional.of("a disk of its own cannot be mounted here");
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    postgres().fillDisk();
    if (random.nextBoolean()) {
      useUpTheLog();
    }
  }

  /** Until PostgreSQL needs a new segment, and ends since it cannot have one. */
  private void useUpTheLog() {
    try (Connection connection = postgres().primary().connect()) {
      for (int i = 0; i < SEGMENTS; i++) {
        Sql.execute(
            connection, "SELECT pg_switch_wal(), pg_logical_emit_message(false, 'full', 'x')");
      }
    } catch (SQLException ended) {
      // As it should.
    }
  }

  @Override
  public void heal() throws Exception {
    postgres().freeDisk();
  }
}
