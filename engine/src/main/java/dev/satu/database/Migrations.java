package dev.satu.database;

/**
 * Where the schema's migrations are: resources of this library, run by the server's Flyway or by
 * yours.
 */
public final class Migrations {
  /** The location to give to Flyway: {@code Flyway.configure().locations(Migrations.LOCATION)}. */
  public static final String LOCATION = "classpath:dev/satu/migration";

  private Migrations() {}
}
