package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** PostgreSQL's disk has no room: for rows it says so, for its log it ends. */
final class DiskFull extends DatabaseFault {
  DiskFull(PostgresCluster postgres) {
    super("disk full", postgres, Duration.ofSeconds(1), Duration.ofSeconds(5));
  }

  @Override
  public String what() {
    return "no room is left on the primary's disk for 1 to 5 s";
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
  }

  @Override
  public void heal() throws Exception {
    postgres().freeDisk();
  }
}
