package dev.satu.faults.cluster;

import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A primary and, where its programs are here, a standby that every commit waits for.
 *
 * <p>Not thread-safe but for {@link #primary}: faults take turns.
 */
public final class PostgresCluster {
  private final PostgresServer first;
  private final @Nullable PostgresServer second;
  private final PostgresBinaries binaries;
  private volatile PostgresServer primary;
  private boolean lost;

  private PostgresCluster(
      PostgresBinaries binaries, PostgresServer first, @Nullable PostgresServer second) {
    this.binaries = binaries;
    this.first = first;
    this.second = second;
    this.primary = first;
  }

  /** Makes and starts one, with an empty database of Satu's own. */
  static PostgresCluster start(ClusterSettings settings, Ports ports, Offspring offspring)
      throws IOException, SQLException {
    Path home = settings.home();
    Owner owner = Owner.ofPostgres();
    Path programs = home.resolve("programs");
    PostgresBinaries binaries =
        settings.embedded() ? PostgresBinaries.unpack(programs) : PostgresBinaries.find(programs);
    PostgresServer first =
        PostgresServer.blank("a", ports.next(), home, owner, binaries, offspring);
    PostgresServer second =
        binaries.canReplicate()
            ? PostgresServer.blank("b", ports.next(), home, owner, binaries, offspring)
            : null;
    PostgresCluster cluster = new PostgresCluster(binaries, first, second);
    first.initialize();
    first.lead("");
    first.start();
    cluster.createDatabase();
    if (second != null) {
      second.copy(first);
      cluster.join(second);
    }
    return cluster;
  }

  private void createDatabase() throws SQLException {
    try (Connection connection = primary.connect()) {
      Sql.execute(connection, "CREATE ROLE satu LOGIN");
      Sql.execute(connection, "CREATE DATABASE " + PostgresServer.DATABASE + " OWNER satu");
    }
  }

  /** Who takes writes, or took them last. */
  public PostgresServer primary() {
    return primary;
  }

  /** Both servers, or the one. */
  List<PostgresServer> servers() {
    return second == null ? List.of(first) : List.of(first, second);
  }

  /** Who follows; nobody where a standby cannot be made. */
  public Optional<PostgresServer> standby() {
    return servers().stream().filter(server -> server != primary).findFirst();
  }

  /** What version it is, and whether it has a standby. */
  public String description() throws IOException {
    return binaries.version() + (second == null ? ", without a standby" : ", synchronous standby");
  }

  /**
   * Whether every answered commit is on the standby: then, and only then, may the primary be lost.
   */
  public boolean isInSync() throws SQLException {
    return !lost
        && standby().isPresent()
        && primary.isAlive()
        && primary
            .ask(
                """
                SELECT count(*) FROM pg_stat_replication
                 WHERE state = 'streaming' AND sync_state = 'sync'
                   AND flush_lsn >= pg_current_wal_flush_lsn()
                """)
            .equals("1");
  }

  /**
   * Loses the primary for good and makes the standby the primary. From now on commits wait for
   * nobody, until {@link #rejoin}.
   */
  public void failOver() throws IOException, SQLException {
    PostgresServer next = standby().orElseThrow();
    Waits.until("the standby is in sync", PostgresServer.BOUND, this::isInSync);
    // First of all: what is not dead might still answer.
    primary.kill();
    lost = true;
    next.lead("");
    next.reload();
    next.ask("SELECT pg_promote(true, 60)::text");
    Waits.until(
        "the standby was promoted",
        PostgresServer.BOUND,
        () -> next.ask("SELECT pg_is_in_recovery()::text").equals("false"));
    primary = next;
  }

  /**
   * Makes the lost primary a standby of the new one, and lets commits wait for it again.
   *
   * @return how it was done: rewound, or copied because it could not be
   */
  public String rejoin() throws IOException, SQLException {
    PostgresServer old = standby().orElseThrow();
    old.kill();
    // Only a checkpoint writes the new timeline where pg_rewind looks for it.
    try (Connection connection = primary.connect()) {
      Sql.execute(connection, "CHECKPOINT");
    }
    String how = "rewound";
    try {
      old.rewind(primary);
    } catch (IOException impossible) {
      how = "copied, since " + impossible.getMessage();
      old.copy(primary);
    }
    join(old);
    return how;
  }

  private void join(PostgresServer standby) throws IOException, SQLException {
    standby.follow(primary);
    standby.start();
    awaitStreaming("streaming");
    primary.lead(standby.name());
    primary.reload();
    awaitStreaming("sync");
    try (Connection connection = primary.connect()) {
      // Commits begin to wait when the checkpointer has read the setting, and before a checkpoint
      // it does. What ended earlier is over when the standby has all that is written by then.
      Sql.execute(connection, "CHECKPOINT");
      String written = Sql.queryText(connection, "SELECT pg_current_wal_lsn()::text");
      Waits.until(
          "the standby has caught up",
          PostgresServer.BOUND,
          () ->
              Sql.queryLong(
                      connection,
                      "SELECT count(*) FROM pg_stat_replication WHERE flush_lsn >= ?::pg_lsn",
                      written)
                  == 1);
    }
    lost = false;
  }

  private void awaitStreaming(String state) {
    Waits.until(
        "the standby is " + state,
        PostgresServer.BOUND,
        () ->
            primary
                .ask(
                    "SELECT count(*) FROM pg_stat_replication WHERE '"
                        + state
                        + "' IN (state, sync_state)")
                .equals("1"));
  }

  /** Starts the primary again on what its disk has. */
  public void restartPrimary() throws IOException {
    primary.kill();
    primary.start();
  }

  /** Starts the standby again. */
  public void restartStandby() throws IOException {
    PostgresServer standby = standby().orElseThrow();
    standby.kill();
    standby.start();
  }

  /** Whether disks can be full here. */
  public boolean canFillDisks() {
    return servers().stream().allMatch(server -> server.disk().canFill());
  }

  /** Leaves the primary no room on its disk. */
  public void fillDisk() throws IOException {
    primary.disk().fill(primary.running());
  }

  /** Gives it room again, and starts it if it ended. */
  public void freeDisk() throws IOException {
    primary.disk().free(primary.running());
    if (!primary.isAlive()) {
      primary.launch();
    }
    primary.awaitConnections();
  }
}
