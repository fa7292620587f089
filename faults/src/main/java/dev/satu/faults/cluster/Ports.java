package dev.satu.faults.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of loopback that stay ours while their process is down: below those that systems hand out
 * by themselves.
 */
final class Ports {
  private static final int LOWEST = 20_000;
  private static final int END = 32_000;
  private static final int TRIES = 100;

  private final Set<Integer> given = new HashSet<>();

  /** One that is free now and was not given before. */
  int next() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, END);
      if (!given.contains(port) && isFree(port)) {
        given.add(port);
        return port;
      }
    }
    throw new IOException("no free port from " + LOWEST + " to " + END);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
