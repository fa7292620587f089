package dev.satu.faults.cluster;

import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL on its own disk and port. Its role is in its settings, which stand beside the data
 * and not in it. Not thread-safe but for {@link #connect} and {@link #isAlive}: faults take turns.
 */
public final class PostgresServer {
  static final Duration BOUND = Duration.ofSeconds(60);
  static final String DATABASE = "satu";

  private static final String SETTINGS =
      """
      listen_addresses = '127.0.0.1'
      unix_socket_directories = ''
      max_connections = 100
      shared_buffers = 64MB
      fsync = on
      full_page_writes = on
      synchronous_commit = on
      wal_level = replica
      wal_keep_size = 512MB
      max_wal_size = 256MB
      min_wal_size = 32MB
      wal_sender_timeout = 5s
      wal_receiver_timeout = 5s
      wal_retrieve_retry_interval = 200ms
      hot_standby = on
      recovery_target_timeline = 'latest'
      restart_after_crash = on
      jit = off
      timezone = 'UTC'
      log_timezone = 'UTC'
      log_line_prefix = '%m [%p] %a '
      """;

  private final String name;
  private final int port;
  private final Path home;
  private final Disk disk;
  private final Owner owner;
  private final PostgresBinaries binaries;
  private final Offspring offspring;
  private volatile @Nullable Child process;

  private PostgresServer(
      String name, int port, Path home, Owner owner, PostgresBinaries binaries, Offspring offspring)
      throws IOException {
    this.name = name;
    this.port = port;
    this.home = Files.createDirectories(home.resolve("postgresql-" + name));
    this.owner = owner;
    this.binaries = binaries;
    this.offspring = offspring;
    this.disk = Disk.create(this.home, owner);
  }

  /** A server that has a disk and no data. */
  static PostgresServer blank(
      String name, int port, Path home, Owner owner, PostgresBinaries binaries, Offspring offspring)
      throws IOException {
    return new PostgresServer(name, port, home, owner, binaries, offspring);
  }

  public String name() {
    return name;
  }

  int port() {
    return port;
  }

  /** The disk with its files. */
  Disk disk() {
    return disk;
  }

  /** What it wrote. */
  public Path log() {
    return home.resolve("log");
  }

  /** Fills the blank disk with a new, empty cluster. */
  void initialize() throws IOException {
    demand(
        binaries.program("initdb"),
        "--pgdata=" + disk.data(),
        "--username=postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--no-locale",
        "--data-checksums",
        "--wal-segsize=4");
  }

  /** Fills the disk with a copy of the other, in place of what was there. */
  void copy(PostgresServer other) throws IOException {
    demand("rm", "-rf", disk.data().toString());
    demand(
        binaries.program("pg_basebackup"),
        "--pgdata=" + disk.data(),
        "--wal-method=stream",
        "--checkpoint=fast",
        "--no-sync",
        "--dbname=" + other.conninfo());
    demand("touch", disk.data().resolve("standby.signal").toString());
  }

  /**
   * Takes back what the other does not know, so that this can follow it.
   *
   * @throws IOException if that cannot be done and it has to be copied
   */
  void rewind(PostgresServer other) throws IOException {
    demand(
        binaries.program("pg_rewind"),
        "--target-pgdata=" + disk.data(),
        "--source-server=" + other.conninfo());
    demand("touch", disk.data().resolve("standby.signal").toString());
  }

  private void demand(String... words) throws IOException {
    Command.demand(BOUND, disk.on(owner.runTied(List.of(words))));
  }

  private String conninfo() {
    return "host=127.0.0.1 port=" + port + " user=postgres dbname=postgres";
  }

  /** Sets whose commits it copies; in force when it starts or {@linkplain #reload reads} it. */
  void follow(PostgresServer primary) throws IOException {
    write("primary_conninfo = '" + primary.conninfo() + " application_name=" + name + "'\n");
  }

  /** Sets for whom its commits wait; an empty name for nobody. */
  void lead(String standby) throws IOException {
    write("synchronous_standby_names = '" + standby + "'\n");
  }

  private void write(String role) throws IOException {
    Files.writeString(settings(), SETTINGS + "port = " + port + "\n" + role);
    owner.give(settings());
  }

  private Path settings() {
    return home.resolve("postgresql.conf");
  }

  void reload() throws IOException {
    running().reload();
  }

  /** Starts it and does not wait. */
  void launch() throws IOException {
    process =
        offspring.start(
            disk.on(
                owner.runTied(
                    List.of(
                        binaries.program("postgres"),
                        "-D",
                        disk.data().toString(),
                        "-c",
                        "config_file=" + settings()))),
            Map.of("LC_ALL", "C"),
            log());
  }

  /** Starts it and waits until it takes connections. */
  void start() throws IOException {
    launch();
    awaitConnections();
  }

  void awaitConnections() {
    Waits.until("PostgreSQL " + name + " takes connections", BOUND, this::takesConnections);
  }

  private boolean takesConnections() throws IOException {
    if (!isAlive()) {
      throw new IOException("PostgreSQL " + name + " ended: " + Logs.tail(log()));
    }
    try (Connection connection = connect()) {
      return connection.isValid(2);
    } catch (SQLException notYet) {
      return false;
    }
  }

  boolean isAlive() {
    Child child = process;
    return child != null && child.isAlive();
  }

  /** {@code kill -9} of all its processes. */
  public void kill() {
    Child child = process;
    if (child != null) {
      child.kill();
    }
  }

  /** Stops all its processes where they are. */
  public void freeze() throws IOException {
    running().freeze();
  }

  /** Lets them go on. */
  public void thaw() throws IOException {
    running().thaw();
  }

  /** Its postmaster. */
  Child running() {
    Child child = process;
    if (child == null) {
      throw new IllegalStateException("PostgreSQL " + name + " was never started");
    }
    return child;
  }

  /** A connection of the administrator, past all proxies. */
  public Connection connect() throws SQLException {
    return connect("postgres");
  }

  /** A connection of the administrator to Satu's database, past all proxies. */
  public Connection connectToSatu() throws SQLException {
    return connect(DATABASE);
  }

  private Connection connect(String database) throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", "postgres");
    login.setProperty("connectTimeout", "3");
    login.setProperty("loginTimeout", "3");
    login.setProperty("socketTimeout", "30");
    login.setProperty("ApplicationName", "satu-prove");
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/" + database, login);
  }

  /** The one value that the query answers with. */
  String ask(String query) throws SQLException {
    try (Connection connection = connect()) {
      return Sql.queryText(connection, query);
    }
  }
}
