package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import dev.satu.faults.cluster.PostgresServer;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Every commit waits for a standby that is away, and no time-out of PostgreSQL ends the wait. */
final class StandbyLost extends DatabaseFault {
  private boolean frozen;

  StandbyLost(PostgresCluster postgres) {
    super("standby lost", postgres, Duration.ofSeconds(3), Duration.ofSeconds(10));
  }

  @Override
  public String what() {
    return "the synchronous standby is killed or frozen for 3 to 10 s: commits wait for it, past"
        + " the watchdog";
  }

  @Override
  public Optional<String> missing() {
    return Standbys.missing(postgres());
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    PostgresServer standby = postgres().standby().orElseThrow();
    frozen = random.nextBoolean();
    if (frozen) {
      standby.freeze();
    } else {
      standby.kill();
    }
  }

  @Override
  public void heal() throws Exception {
    if (frozen) {
      postgres().standby().orElseThrow().thaw();
    } else {
      postgres().restartStandby();
    }
  }
}
