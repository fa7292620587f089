package dev.satu.bench.rig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Free ports of loopback, below those that systems hand out by themselves. */
final class Ports {
  private static final int LOWEST = 20_000;
  private static final int END = 32_000;

  private Ports() {}

  static int next() throws IOException {
    for (int i = 0; i < 100; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, END);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // Another one, then.
      }
    }
    throw new IOException("no free port from " + LOWEST + " to " + END);
  }
}
