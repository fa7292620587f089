package dev.satu.server.demo;

import dev.satu.server.embedded.CannotStartException;
import dev.satu.server.embedded.DataDirectory;
import dev.satu.server.embedded.EmbeddedDatabase;
import dev.satu.server.start.ServerFailure;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Runs the whole of Satu on one machine: first the database, then the server on it; in the end the
 * other way round, however the end comes.
 */
public final class Demo {
  private static final int FAILED = 1;
  private static final String HOST = "127.0.0.1";

  private Demo() {}

  /** Runs the demo and leaves the JVM: 0 after an orderly end, 1 if it could not start. */
  public static void run(DemoArguments arguments) {
    try {
      start(arguments);
    } catch (CannotStartException refused) {
      System.err.println(refused.getMessage());
      System.exit(FAILED);
    }
  }

  private static void start(DemoArguments arguments) throws CannotStartException {
    requireFree(arguments.port());
    DataDirectory directory = DataDirectory.open(arguments.data());
    if (arguments.fresh()) {
      directory.wipe();
    }
    String key =
        OperatorKeyFile.keyFor(directory.file("operator-key"), System.getenv("SATU_OPERATOR_KEY"));
    Ending ending = Ending.registered();
    EmbeddedDatabase database;
    try {
      database = EmbeddedDatabase.start(directory);
      ending.databaseStarted(database);
    } finally {
      ending.noMoreDatabases();
    }
    configure(arguments, database, key);
    ending.serverStarts();
    Quarkus.run(
        DemoApplication.class,
        (code, failure) -> {
          if (failure != null && !ending.hasBegun()) {
            System.err.println(ServerFailure.tell(failure, "--port"));
          }
          ending.serverEnded();
          System.exit(code);
        });
  }

  private static void configure(DemoArguments arguments, EmbeddedDatabase database, String key) {
    System.setProperty("quarkus.datasource.jdbc.url", database.jdbcUrl());
    System.setProperty("quarkus.datasource.username", EmbeddedDatabase.USER);
    // Not asked for, but Flyway only opens connections of its own when there is one.
    System.setProperty("quarkus.datasource.password", EmbeddedDatabase.USER);
    System.setProperty("quarkus.http.host", HOST);
    System.setProperty("quarkus.http.port", Integer.toString(arguments.port()));
    System.setProperty("satu.operator-key", key);
  }

  // Before the database is started for nothing. Between here and the server's own start the port
  // can still be lost; then
  // the server says so.
  private static void requireFree(int port) throws CannotStartException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.ofLiteral(HOST), port));
    } catch (IOException taken) {
      throw new CannotStartException(
          "Port "
              + port
              + " of "
              + HOST
              + " cannot be used ("
              + taken.getMessage()
              + "). Choose another with --port.",
          taken);
    }
  }
}
