package dev.satu.faults.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Stands between a client and a server and does to their bytes what it is told. Thread-safe. */
public final class TcpProxy implements AutoCloseable {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
  private static final int BACKLOG = 200;
  private static final int CONNECT_MILLIS = 2000;

  private final int port;
  private final int target;
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong lostAnswers = new AtomicLong();
  private volatile Passing passing = new Passing.Open();
  private @Nullable ServerSocket listening;
  private @Nullable Thread accepting;

  /** One that listens on a port and connects to another, both of loopback. */
  public TcpProxy(int port, int target) throws IOException {
    this.port = port;
    this.target = target;
    set(new Passing.Open());
  }

  /** Where clients connect. */
  public int port() {
    return port;
  }

  /** How many answers to ends of transactions it has swallowed. */
  public long lostAnswers() {
    return lostAnswers.get();
  }

  /** Does this from now on. Connections that were swallowed are cut: nothing of theirs is left. */
  public synchronized void set(Passing next) throws IOException {
    Passing before = passing;
    passing = next;
    if (next instanceof Passing.Refused) {
      stopListening();
      cut();
    } else if (listening == null) {
      listen();
    }
    if (before instanceof Passing.Swallowed) {
      cut();
    }
  }

  /** Cuts every connection that is open now, by a reset. */
  public void cut() {
    connections.forEach(ProxiedConnection::cut);
  }

  private void listen() throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(LOOPBACK, port), BACKLOG);
    listening = socket;
    accepting = Thread.ofVirtual().name("proxy " + port).start(() -> accept(socket));
  }

  private void stopListening() throws IOException {
    ServerSocket socket = listening;
    Thread thread = accepting;
    listening = null;
    if (socket == null || thread == null) {
      return;
    }
    socket.close();
    try {
      // Until it has left accept(), the kernel goes on taking connections.
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        open(socket.accept());
      } catch (IOException closedOrAborted) {
        // The loop's condition tells which.
      }
    }
  }

  private void open(Socket client) {
    ProxiedConnection connection =
        new ProxiedConnection(client, () -> passing, lostAnswers::incrementAndGet);
    connections.add(connection);
    Thread.ofVirtual()
        .start(() -> {
          try {
            connection.run(new InetSocketAddress(LOOPBACK, target), CONNECT_MILLIS);
          } finally {
            connections.remove(connection);
          }
        });
  }

  @Override
  public synchronized void close() throws IOException {
    stopListening();
    cut();
  }
}
