package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** PostgreSQL stops where it is and goes on: what a stalled disk or a paused machine looks like. */
final class DatabaseFrozen extends DatabaseFault {
  DatabaseFrozen(PostgresCluster postgres) {
    super("PostgreSQL frozen", postgres, Duration.ofSeconds(2), Duration.ofSeconds(9));
  }

  @Override
  public String what() {
    return "SIGSTOP to every process of the primary for 2 to 9 s, then SIGCONT";
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    postgres().primary().freeze();
  }

  @Override
  public void heal() throws Exception {
    postgres().primary().thaw();
  }
}
