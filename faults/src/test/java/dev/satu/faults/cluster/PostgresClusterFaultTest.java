package dev.satu.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary, its standby, and what happens to rows when one of them is lost. */
class PostgresClusterFaultTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir Path folder;

  private Offspring offspring;
  private PostgresCluster cluster;

  @BeforeEach
  void start() throws Exception {
    // PostgreSQL's user has to come through.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    offspring = new Offspring();
    ClusterSettings settings =
        new ClusterSettings(Path.of("no server"), folder, "no key", true, false);
    cluster = PostgresCluster.start(settings, new Ports(), offspring);
    try (Connection connection = cluster.primary().connectToSatu()) {
      Sql.execute(connection, "CREATE TABLE row (id integer PRIMARY KEY)");
    }
  }

  @AfterEach
  void end() {
    offspring.close();
  }

  @Test
  void a_written_row_survives_the_loss_of_the_primary_and_the_lost_one_comes_back()
      throws Exception {
    assumeTrue(cluster.standby().isPresent(), "no standby can be made here");
    PostgresServer lost = cluster.primary();
    write(1);

    cluster.failOver();
    write(2);
    assertThat(cluster.primary()).isNotSameAs(lost);
    assertThat(cluster.isInSync()).as("nobody may lose the new primary yet").isFalse();

    assertThat(cluster.rejoin()).isEqualTo("rewound");
    Waits.until("the lost one is in sync", BOUND, cluster::isInSync);
    write(3);

    cluster.failOver();
    assertThat(cluster.primary()).isSameAs(lost);
    assertThat(rows()).isEqualTo(3);
  }

  @Test
  void a_commit_waits_for_a_standby_that_is_lost_and_ends_when_it_is_back() throws Exception {
    assumeTrue(cluster.standby().isPresent(), "no standby can be made here");
    cluster.standby().orElseThrow().kill();
    Thread writer = Thread.ofVirtual().start(() -> write(1));
    try (Connection connection = cluster.primary().connectToSatu()) {
      Waits.until("the commit waits", BOUND, () -> waitingForStandby(connection) == 1);
      assertThat(Sql.queryLong(connection, "SELECT count(*) FROM row")).isZero();
    }

    cluster.restartStandby();

    assertThat(writer.join(BOUND)).isTrue();
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void a_killed_primary_comes_back_with_its_rows() throws Exception {
    write(1);
    cluster.primary().kill();

    cluster.restartPrimary();

    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void a_full_disk_loses_no_row_and_heals() throws Exception {
    assumeTrue(cluster.canFillDisks(), "no disk can be mounted here");
    write(1);
    cluster.fillDisk();
    try (Connection connection = cluster.primary().connectToSatu()) {
      Sql.execute(connection, "CREATE TABLE large AS SELECT n FROM generate_series(1, 1000000) n");
      throw new AssertionError("there was room");
    } catch (SQLException full) {
      assertThat(full.getSQLState()).isIn("53100", "57P02", "08006", "08003");
    }

    cluster.freeDisk();

    write(2);
    assertThat(rows()).isEqualTo(2);
  }

  private void write(int id) {
    try (Connection connection = cluster.primary().connectToSatu()) {
      Sql.execute(connection, "INSERT INTO row VALUES (?)", id);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private long rows() throws SQLException {
    try (Connection connection = cluster.primary().connectToSatu()) {
      return Sql.queryLong(connection, "SELECT count(*) FROM row");
    }
  }

  private static long waitingForStandby(Connection connection) throws SQLException {
    return Sql.queryLong(
        connection, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  }
}
