package dev.satu.server.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The port of the embedded PostgreSQL: chosen once and kept, because a server that outlived its JVM
 * is found again only on the port it has.
 */
final class PostgresPort {
  // Below the range from which Linux takes the ports of outgoing connections.
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 29_999;
  private static final int ATTEMPTS = 100;
  private static final String FILE = "postgres.port";

  private PostgresPort() {}

  /**
   * The kept port if it is free, else a new one, which is kept. No server may be running on the
   * directory.
   */
  static int free(DataDirectory directory) throws IOException, CannotStartException {
    OptionalInt kept = kept(directory.file(FILE));
    if (kept.isPresent() && isFree(kept.getAsInt())) {
      return kept.getAsInt();
    }
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
      if (isFree(port)) {
        keep(directory, port);
        return port;
      }
    }
    throw new CannotStartException(
        "No free port for PostgreSQL between " + LOWEST + " and " + HIGHEST + ".");
  }

  static void keep(DataDirectory directory, int port) throws IOException {
    Files.writeString(directory.file(FILE), port + "\n");
  }

  private static OptionalInt kept(Path file) throws IOException {
    if (!Files.exists(file)) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(Files.readString(file).strip()));
    } catch (NumberFormatException cutOff) {
      return OptionalInt.empty();
    }
  }

  /** Whether nothing listens there on loopback. */
  static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
