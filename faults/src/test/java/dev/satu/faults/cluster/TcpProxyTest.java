package dev.satu.faults.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A proxy before a server that sends everything back. */
class TcpProxyTest {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
  private static final int SHORT_MILLIS = 300;
  private static final int LONG_MILLIS = 20_000;

  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 10, LOOPBACK);
    Thread.ofVirtual().start(this::acceptAll);
    proxy = new TcpProxy(new Ports().next(), echo.getLocalPort());
  }

  @AfterEach
  void end() throws IOException {
    proxy.close();
    echo.close();
  }

  private void acceptAll() {
    while (!echo.isClosed()) {
      try {
        Socket socket = echo.accept();
        Thread.ofVirtual().start(() -> sendBack(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void sendBack(Socket socket) {
    try (socket) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException cut) {
      // As some of the tests want.
    }
  }

  @Test
  void open_it_passes_all_on() throws Exception {
    try (Socket client = connect()) {
      assertThat(said(client, "hello")).isEqualTo("hello");
      assertThat(said(client, "again")).isEqualTo("again");
    }
  }

  @Test
  void cut_ends_what_is_open_and_takes_new_connections() throws Exception {
    try (Socket client = connect()) {
      assertThat(said(client, "hello")).isEqualTo("hello");

      proxy.cut();

      assertThatThrownBy(() -> said(client, "lost")).isInstanceOf(IOException.class);
    }
    try (Socket next = connect()) {
      assertThat(said(next, "hello")).isEqualTo("hello");
    }
  }

  @Test
  void refused_nobody_comes_in_until_it_is_open_again() throws Exception {
    proxy.set(new Passing.Refused());
    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);

    proxy.set(new Passing.Open());
    try (Socket client = connect()) {
      assertThat(said(client, "hello")).isEqualTo("hello");
    }
  }

  @Test
  void late_each_way_takes_its_time() throws Exception {
    proxy.set(new Passing.Late(Duration.ofMillis(80), Duration.ofMillis(120)));
    try (Socket client = connect()) {
      long start = System.nanoTime();

      assertThat(said(client, "hello")).isEqualTo("hello");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(199));
    }
  }

  @Test
  void swallowed_it_takes_connections_and_says_nothing_then_cuts_them() throws Exception {
    proxy.set(new Passing.Swallowed());
    try (Socket client = connect()) {
      client.setSoTimeout(SHORT_MILLIS);
      assertThatThrownBy(() -> said(client, "hello")).isInstanceOf(SocketTimeoutException.class);

      client.setSoTimeout(LONG_MILLIS);
      proxy.set(new Passing.Open());
      assertThatThrownBy(() -> said(client, "hello")).isInstanceOf(IOException.class);
    }
  }

  private Socket connect() throws IOException {
    Socket client = new Socket(LOOPBACK, proxy.port());
    client.setSoTimeout(LONG_MILLIS);
    return client;
  }

  /** What comes back; an end of the stream is an error like any other cut. */
  private static String said(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(UTF_8));
    byte[] back = client.getInputStream().readNBytes(text.length());
    if (back.length < text.length()) {
      throw new IOException("the connection ended");
    }
    return new String(back, UTF_8);
  }
}
