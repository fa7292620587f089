package dev.satu.faults.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.function.Supplier;

/** One client's connection through a proxy: two streams, each with a thread of its own. */
final class ProxiedConnection {
  private static final int BUFFER = 16 * 1024;

  private final Socket client;
  private final Socket server = new Socket();
  private final Supplier<Passing> passing;
  private final Runnable onLostAnswer;
  private final EndOfTransaction end = new EndOfTransaction();
  private volatile boolean swallowsAnswer;

  ProxiedConnection(Socket client, Supplier<Passing> passing, Runnable onLostAnswer) {
    this.client = client;
    this.passing = passing;
    this.onLostAnswer = onLostAnswer;
  }

  /** Passes bytes both ways until either side ends or it is cut. */
  void run(InetSocketAddress target, int connectMillis) {
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(target, connectMillis);
      Thread back = Thread.ofVirtual().start(() -> pump(this::backward));
      pump(this::forward);
      back.join();
    } catch (IOException | InterruptedException ended) {
      cut();
    }
  }

  private interface Pump {
    void run() throws IOException;
  }

  /** When one direction ends, both do: neither HTTP nor PostgreSQL uses half a connection. */
  private void pump(Pump direction) {
    try {
      direction.run();
    } catch (IOException ended) {
      // Closed by either side, or cut.
    } finally {
      cut();
    }
  }

  private void forward() throws IOException {
    InputStream in = client.getInputStream();
    OutputStream out = server.getOutputStream();
    byte[] buffer = new byte[BUFFER];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      boolean ends = end.isIn(buffer, read);
      switch (passing.get()) {
        case Passing.Swallowed() -> {
          continue;
        }
        case Passing.Late(Duration toServer, Duration toClient) -> Pause.of(toServer);
        // Before the bytes leave: their answer may be here at once.
        case Passing.EndUnanswered() -> swallowsAnswer |= ends;
        case Passing.Open(), Passing.Refused() -> {}
      }
      out.write(buffer, 0, read);
    }
  }

  private void backward() throws IOException {
    InputStream in = server.getInputStream();
    OutputStream out = client.getOutputStream();
    byte[] buffer = new byte[BUFFER];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      if (swallowsAnswer) {
        // PostgreSQL sends this only after the transaction ended, and all at once.
        if (EndOfTransaction.isAnswered(buffer, read)) {
          onLostAnswer.run();
          return;
        }
        continue;
      }
      switch (passing.get()) {
        case Passing.Swallowed() -> {
          continue;
        }
        case Passing.Late(Duration toServer, Duration toClient) -> Pause.of(toClient);
        case Passing.EndUnanswered(), Passing.Open(), Passing.Refused() -> {}
      }
      out.write(buffer, 0, read);
    }
  }

  /** Resets both sides. */
  void cut() {
    reset(client);
    reset(server);
  }

  private static void reset(Socket socket) {
    try (socket) {
      socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException alreadyClosed) {
      // What was wanted.
    }
  }
}
