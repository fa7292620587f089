package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import dev.satu.testkit.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * An administrator ends connections of Satu. It counts as a fault of the database: one that is
 * ended while it waits for the standby shows its rows before the standby has them.
 */
final class BackendsEnded extends DatabaseFault {
  private static final String END_SOME =
      """
      SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
       WHERE usename = 'satu' AND random() < ?
      """;

  BackendsEnded(PostgresCluster postgres) {
    super("connections ended", postgres, Duration.ZERO, Duration.ofMillis(500));
  }

  @Override
  public String what() {
    return "`pg_terminate_backend` of some or all of Satu's connections, twice";
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    end(random.nextDouble());
  }

  @Override
  public void heal() throws Exception {
    end(1);
  }

  private void end(double share) throws SQLException {
    try (Connection connection = postgres().primary().connect()) {
      Sql.queryLong(connection, END_SOME, share);
    }
  }
}
