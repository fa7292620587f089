package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import java.util.Optional;

/** Whether there is a standby to be lost, or to take over. */
final class Standbys {
  private Standbys() {}

  static Optional<String> missing(PostgresCluster postgres) {
    return postgres.standby().isPresent()
        ? Optional.empty()
        : Optional.of("the embedded PostgreSQL has no programs that make a standby");
  }
}
