package dev.satu.server.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * A running PostgreSQL that belongs to this process: durable, on loopback only, its data kept in a
 * {@link DataDirectory}.
 *
 * <p>A server that outlived an earlier process on the same directory is taken over as it is.
 * Anybody on this machine may log in (the library knows no other way): for demos and tests only.
 */
public final class EmbeddedDatabase implements AutoCloseable {
  /** The role that the service logs in as: owner of its database, not a superuser. */
  public static final String USER = "satu";

  private static final String DATABASE = "satu";
  private static final int ATTEMPTS = 2;
  private static final Duration STARTUP_WAIT = Duration.ofSeconds(20);
  private static final long LONGEST_LOG = 1 << 20;
  private static final int LOG_LINES_TOLD = 8;
  private static final String LOG_FILE = "postgres.log";
  private static final String LIBRARY_LOCK = "epg-lock";
  private static final String LIBRARY_FOLDER = "ot.epg.working-dir";
  private static final Logger LOG = Logger.getLogger(EmbeddedDatabase.class);

  private final EmbeddedPostgres server;
  private final PostgresProcesses processes;

  private EmbeddedDatabase(EmbeddedPostgres server, PostgresProcesses processes) {
    this.server = server;
    this.processes = processes;
  }

  /**
   * Starts PostgreSQL on the directory, or takes over the one that runs there, and makes role and
   * database if needed.
   *
   * @throws CannotStartException with the end of PostgreSQL's own log if it does not come up;
   *     nothing is left running
   */
  public static EmbeddedDatabase start(DataDirectory directory) throws CannotStartException {
    try {
      EmbeddedPostgres server = startOrAdopt(directory);
      if (!isAsWanted(server, directory)) {
        LOG.warnf("PostgreSQL on %s runs with other settings: started again", directory);
        server.close();
        server = startOrAdopt(directory);
        if (!isAsWanted(server, directory)) {
          server.close();
          throw new CannotStartException("PostgreSQL does not take the durable settings.");
        }
      }
      createRoleAndDatabase(server);
      directory.markPostgresReady();
      return new EmbeddedDatabase(server, new PostgresProcesses(directory.postgres()));
    } catch (IOException | SQLException | RuntimeException failure) {
      endWhatRuns(directory);
      throw new CannotStartException(
          "PostgreSQL does not start on " + directory + "." + endOfLog(directory), failure);
    }
  }

  private static EmbeddedPostgres startOrAdopt(DataDirectory directory)
      throws IOException, CannotStartException {
    PostgresProcesses processes = new PostgresProcesses(directory.postgres());
    IOException last = new IOException("not tried");
    for (int i = 0; i < ATTEMPTS; i++) {
      Optional<PostmasterFile> orphan = processes.postmaster();
      int port;
      if (orphan.isPresent() && directory.isPostgresReady()) {
        port = orphan.get().port();
        PostgresPort.keep(directory, port);
      } else {
        processes.end();
        directory.deleteHalfMadePostgres();
        port = PostgresPort.free(directory);
      }
      try {
        return startLibrary(directory, port);
      } catch (IOException failure) {
        last = failure;
      }
    }
    throw last;
  }

  // With a server already there the library's own start fails unseen, and it connects to the one
  // that answers on the
  // port.
  private static EmbeddedPostgres startLibrary(DataDirectory directory, int port)
      throws IOException {
    // A failed start leaves the library's lock held by this process; on a new file it gets a new
    // one. Our own lock is
    // what keeps others out.
    Files.deleteIfExists(directory.postgres().resolve(LIBRARY_LOCK));
    Redirect log = Redirect.appendTo(openLog(directory).toFile());
    EmbeddedPostgres.Builder builder = builder(BinariesFolder.in(directory));
    PostgresSettings.DURABLE.forEach(builder::setServerConfig);
    PostgresSettings.OTHERS.forEach(builder::setServerConfig);
    return builder
        .setDataDirectory(directory.postgres())
        .setCleanDataDirectory(false)
        .setPort(port)
        .setLocaleConfig("locale", "C")
        .setPGStartupWait(STARTUP_WAIT)
        .setRegisterShutdownHook(false)
        .setOutputRedirector(log)
        .setErrorRedirector(log)
        .start();
  }

  // The library unpacks its binaries below this folder, and looks there for data directories that
  // others left behind,
  // whose servers it ends by the number in a file. In a folder of ours it finds none.
  private static EmbeddedPostgres.Builder builder(Path folder) {
    String before = System.getProperty(LIBRARY_FOLDER);
    System.setProperty(LIBRARY_FOLDER, folder.toString());
    try {
      return EmbeddedPostgres.builder().setOverrideWorkingDirectory(folder.toFile());
    } finally {
      if (before == null) {
        System.clearProperty(LIBRARY_FOLDER);
      } else {
        System.setProperty(LIBRARY_FOLDER, before);
      }
    }
  }

  private static boolean isAsWanted(EmbeddedPostgres server, DataDirectory directory)
      throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection()) {
      return PostgresSettings.hold(connection, directory.postgres());
    }
  }

  private static void createRoleAndDatabase(EmbeddedPostgres server) throws SQLException {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      if (isMissing(statement, "SELECT FROM pg_roles WHERE rolname = 'satu'")) {
        statement.execute("CREATE ROLE satu LOGIN");
      }
      if (isMissing(statement, "SELECT FROM pg_database WHERE datname = 'satu'")) {
        statement.execute("CREATE DATABASE satu OWNER satu");
      }
    }
  }

  private static boolean isMissing(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return !rows.next();
    }
  }

  private static Path openLog(DataDirectory directory) throws IOException {
    Path log = directory.file(LOG_FILE);
    if (Files.exists(log) && Files.size(log) > LONGEST_LOG) {
      Files.delete(log);
    }
    return log;
  }

  private static String endOfLog(DataDirectory directory) {
    Path log = directory.file(LOG_FILE);
    try {
      List<String> lines = Files.readAllLines(log);
      List<String> end = lines.subList(Math.max(0, lines.size() - LOG_LINES_TOLD), lines.size());
      return " The end of " + log + ":\n  " + String.join("\n  ", end);
    } catch (IOException noLog) {
      return "";
    }
  }

  private static void endWhatRuns(DataDirectory directory) {
    try {
      new PostgresProcesses(directory.postgres()).end();
    } catch (IOException | CannotStartException failure) {
      LOG.errorf(failure, "PostgreSQL may still be running on %s", directory);
    }
  }

  /** Where the service finds its database. */
  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + port() + "/" + DATABASE;
  }

  /** The port on loopback, the same at each start on the same directory. */
  public int port() {
    return server.getPort();
  }

  /**
   * Ends PostgreSQL in order: running statements are cut off, nothing that was committed is lost.
   *
   * @throws IOException if it still runs afterwards
   */
  @Override
  public void close() throws IOException {
    // The library signals whatever process the file names, and does not say when that was in vain.
    if (processes.postmaster().isPresent()) {
      server.close();
    }
    try {
      processes.awaitGone();
    } catch (CannotStartException stillThere) {
      throw new IOException(stillThere.getMessage(), stillThere);
    }
  }
}
