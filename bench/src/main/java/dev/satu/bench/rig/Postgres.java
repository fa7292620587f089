package dev.satu.bench.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Debian's PostgreSQL 15 with durable settings, on a folder and a port of its own. */
public final class Postgres {
  private static final Duration BOUND = Duration.ofMinutes(1);
  private static final List<Path> FOLDERS =
      List.of(Path.of("/usr/lib/postgresql/15/bin"), Path.of("/usr/pgsql-15/bin"));

  /** Durable; else what a small server would be given, the same for ours and theirs. */
  private static final String SETTINGS =
      """
      listen_addresses = '127.0.0.1'
      unix_socket_directories = ''
      max_connections = 200
      fsync = on
      synchronous_commit = on
      full_page_writes = on
      shared_buffers = 1GB
      max_wal_size = 8GB
      min_wal_size = 2GB
      checkpoint_timeout = 15min
      timezone = 'UTC'
      """;

  private final Path programs;
  private final int port;
  private final Process process;

  private Postgres(Path programs, int port, Process process) {
    this.programs = programs;
    this.port = port;
    this.process = process;
  }

  static Postgres start(Path home, int port, Children children) throws IOException {
    Path programs = Program.find("initdb", "postgresql-15", FOLDERS).toAbsolutePath().getParent();
    if (programs == null) {
      throw new IOException("initdb has no folder");
    }
    Path folder = Files.createDirectories(home.resolve("postgresql"));
    Path data = folder.resolve("data");
    Owner.giveToPostgres(folder);
    var _ =
        Program.run(
            BOUND,
            Owner.postgres(
                List.of(
                    programs.resolve("initdb").toString(),
                    "--pgdata=" + data,
                    "--username=postgres",
                    "--auth=trust",
                    "--encoding=UTF8",
                    "--no-locale")));
    Path settings = folder.resolve("postgresql.conf");
    Files.writeString(settings, SETTINGS + "port = " + port + "\n");
    Owner.giveToPostgres(folder);
    Process process =
        children.start(
            Owner.postgres(
                List.of(
                    programs.resolve("postgres").toString(),
                    "-D",
                    data.toString(),
                    "-c",
                    "config_file=" + settings)),
            Map.of("LC_ALL", "C"),
            home.resolve("postgresql.log"));
    Postgres postgres = new Postgres(programs, port, process);
    Wait.until("PostgreSQL takes connections", BOUND, process, postgres::answers);
    postgres.run("postgres", "CREATE ROLE satu LOGIN SUPERUSER");
    postgres.run("postgres", "CREATE DATABASE satu OWNER satu");
    return postgres;
  }

  private boolean answers() {
    try (Connection connection = connect("postgres")) {
      return connection.isValid(2);
    } catch (SQLException notYet) {
      return false;
    }
  }

  /** What it is set to, beside the defaults. */
  public String settings() {
    return SETTINGS;
  }

  int port() {
    return port;
  }

  Path program(String name) {
    return programs.resolve(name);
  }

  /** What its processes took of the processors so far. */
  public Duration cpu() throws IOException {
    return Processor.ofFamily(process.pid());
  }

  /** A connection to the one database that holds Satu's tables and the seed's. */
  public Connection connect() throws SQLException {
    return connect("satu");
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/" + database, "postgres", "postgres");
  }

  /** Runs statements, each in a transaction of its own. */
  public void run(List<String> statements) {
    statements.forEach(statement -> run("satu", statement));
  }

  private void run(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql + " failed", e);
    }
  }

  /** The one number that the query answers with. */
  public long number(String query) throws SQLException {
    return Long.parseLong(text(query));
  }

  /** The one text that the query answers with. */
  public String text(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
