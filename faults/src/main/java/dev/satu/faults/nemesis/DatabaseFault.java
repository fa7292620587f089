package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import java.time.Duration;

/** What faults of PostgreSQL have in common. */
abstract class DatabaseFault extends LastingFault {
  private final PostgresCluster postgres;

  DatabaseFault(String name, PostgresCluster postgres, Duration shortest, Duration longest) {
    super(name, Part.DATABASE, shortest, longest);
    this.postgres = postgres;
  }

  PostgresCluster postgres() {
    return postgres;
  }
}
