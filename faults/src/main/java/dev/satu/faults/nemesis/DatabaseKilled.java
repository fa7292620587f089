package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** {@code kill -9} of all of PostgreSQL, which recovers from its log. */
final class DatabaseKilled extends DatabaseFault {
  DatabaseKilled(PostgresCluster postgres) {
    super("PostgreSQL killed", postgres, Duration.ZERO, Duration.ofSeconds(3));
  }

  @Override
  public String what() {
    return "`kill -9` of every process of the primary, started again up to 3 s later";
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    postgres().primary().kill();
  }

  @Override
  public void heal() throws Exception {
    postgres().restartPrimary();
  }
}
