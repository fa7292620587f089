package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.PostgresCluster;
import java.time.Duration;

/** What faults of PostgreSQL have in common. */
abstract class DatabaseFault implements Fault {
  private final String name;
  private final PostgresCluster postgres;
  private final Duration shortest;
  private final Duration longest;

  DatabaseFault(String name, PostgresCluster postgres, Duration shortest, Duration longest) {
    this.name = name;
    this.postgres = postgres;
    this.shortest = shortest;
    this.longest = longest;
  }

  PostgresCluster postgres() {
    return postgres;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Part part() {
    return Part.DATABASE;
  }

  @Override
  public final Duration shortest() {
    return shortest;
  }

  @Override
  public final Duration longest() {
    return longest;
  }
}
