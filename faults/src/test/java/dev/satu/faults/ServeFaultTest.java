package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.testkit.Invariants;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of {@code serve} that start, drain and end while others work on the same database. */
class ServeFaultTest {
  private static final Invariants INVARIANTS = Invariants.load("/dev/satu/invariants.sql");
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final Map<String, String> SLOW_DRAIN =
      Map.of("SATU_DRAIN_DELAY", "PT15S", "SATU_DRAIN_TIMEOUT", "PT20S");
  private static final int CLIENTS = 6;

  @TempDir Path folder;

  @Test
  void a_rolling_upgrade_fails_no_request_and_loses_no_answer() throws Exception {
    try (DemoProcess database = DemoProcess.start(folder, DemoProcess.freePort());
        ServeProcess first = ServeProcess.ready(database, SLOW_DRAIN);
        ServeProcess second = ServeProcess.ready(database, SLOW_DRAIN);
        Balancer balancer = new Balancer(List.of(first, second), CLIENTS)) {
      awaitMoreAnswers(balancer);
      // What a newer version may do to the schema: add.
      try (Connection connection = database.database()) {
        Sql.execute(connection, "ALTER TABLE asset ADD COLUMN of_a_newer_version text");
      }
      awaitMoreAnswers(balancer);

      try (ServeProcess third = replace(database, balancer, first);
          ServeProcess fourth = replace(database, balancer, second)) {
        awaitMoreAnswers(balancer);
        balancer.stop();

        assertThat(balancer.failures()).isEmpty();
        for (Map.Entry<String, String> hold : balancer.answers().entrySet()) {
          HttpResponse<String> replay = balancer.again(third, hold.getKey());
          assertThat(replay.statusCode()).isEqualTo(200);
          assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
          assertThat(replay.body()).isEqualTo(hold.getValue());
        }
        assertThat(fourth.isReady()).isTrue();
        try (Connection connection = database.database()) {
          INVARIANTS.assertHold(connection);
        }
      }
    }
  }

  private static ServeProcess replace(DemoProcess database, Balancer balancer, ServeProcess old)
      throws Exception {
    ServeProcess next = ServeProcess.ready(database, SLOW_DRAIN);
    try {
      balancer.add(next);
      old.tellToEnd();
      Waits.until("the old node says that it drains", BOUND, () -> !old.isReady());
      assertThat(balancer.sendTo(old)).as("it serves those who do not know yet").isEqualTo(201);
      balancer.remove(old);
      assertThat(old.awaitEnd()).isEqualTo(143);
      return next;
    } catch (Throwable failure) {
      next.close();
      throw failure;
    }
  }

  @Test
  void a_request_under_way_is_answered_before_the_process_ends() throws Exception {
    Map<String, String> settings =
        Map.of("SATU_DRAIN_DELAY", "PT0.1S", "SATU_DRAIN_TIMEOUT", "PT20S");
    try (DemoProcess database = DemoProcess.start(folder, DemoProcess.freePort());
        ServeProcess node = ServeProcess.ready(database, settings);
        Connection other = database.database();
        Connection watcher = database.database()) {
      other.setAutoCommit(false);
      Sql.execute(other, "SELECT FROM asset WHERE id = 'EQ-88392' FOR UPDATE");
      try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), node.port())) {
        send(socket, "/v1/assets/EQ-88392/reservations", "{\"buyer_id\":\"b\"}");
        Waits.until("the request waits for the row", BOUND, () -> waitsForALock(watcher));
        node.tellToEnd();
        Waits.until("the node refuses newcomers", BOUND, () -> !node.isReady());
        other.rollback();

        assertThat(answer(socket)).startsWith("HTTP/1.1 201 ");
      }
      assertThat(node.awaitEnd()).isEqualTo(143);
      assertThat(Sql.queryText(watcher, "SELECT status FROM asset WHERE id = 'EQ-88392'"))
          .isEqualTo("HELD");
      INVARIANTS.assertHold(watcher);
    }
  }

  @Test
  void a_connection_that_is_kept_is_closed_after_its_next_answer_while_the_node_drains()
      throws Exception {
    try (DemoProcess database = DemoProcess.start(folder, DemoProcess.freePort());
        ServeProcess node = ServeProcess.ready(database, SLOW_DRAIN);
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), node.port())) {
      send(socket, "/v1/assets/EQ-88392/reservations", "{\"buyer_id\":\"b\"}");
      assertThat(wholeAnswer(socket)).startsWith("HTTP/1.1 201 ").doesNotContain("close");
      node.tellToEnd();
      Waits.until("the node refuses newcomers", BOUND, () -> !node.isReady());

      send(socket, "/v1/assets/EQ-88392/reservations", "{\"buyer_id\":\"b\"}");

      // A balancer that knows nothing of readiness then opens its next one elsewhere.
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8).toLowerCase(Locale.ROOT))
          .startsWith("http/1.1 200 ")
          .contains("connection: close", "\"reservation_id\"");
      assertThat(node.isAlive()).isTrue();
    }
  }

  @Test
  void a_client_that_never_ends_its_request_does_not_keep_the_process_alive() throws Exception {
    Map<String, String> settings =
        Map.of("SATU_DRAIN_DELAY", "PT0.1S", "SATU_DRAIN_TIMEOUT", "PT2S");
    try (DemoProcess database = DemoProcess.start(folder, DemoProcess.freePort());
        ServeProcess node = ServeProcess.ready(database, settings);
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), node.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(head("/v1/assets", 1000).getBytes(UTF_8));
      out.write('{');
      out.flush();
      node.tellToEnd();

      Waits.until("it ended all the same", Duration.ofSeconds(30), () -> !node.isAlive());
    }
  }

  @Test
  void what_is_wrong_is_told_and_nothing_is_started() throws Exception {
    try (DemoProcess database = DemoProcess.start(folder, DemoProcess.freePort());
        ServeProcess misspelt = ServeProcess.launch(database, Map.of("SATU_HOLD_DEFUALT", "PT5M"));
        ServeProcess greedy = ServeProcess.launch(database, Map.of("SATU_DB_POOL", "100"))) {
      assertThat(misspelt.awaitEnd()).isEqualTo(2);
      assertThat(misspelt.said()).contains("SATU_HOLD_DEFUALT is no setting of Satu.");
      assertThat(greedy.awaitEnd()).isEqualTo(1);
      assertThat(greedy.said()).contains("SATU_DB_POOL is 100");
    }
  }

  private static boolean waitsForALock(Connection watcher) throws Exception {
    return Sql.queryLong(
            watcher,
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE application_name = 'satu' AND wait_event_type = 'Lock'")
        > 0;
  }

  private static void awaitMoreAnswers(Balancer balancer) {
    int enough = balancer.answered() + 30;
    Waits.until("more holds were answered", BOUND, () -> balancer.answered() >= enough);
  }

  private static void send(Socket socket, String path, String body) throws Exception {
    socket.getOutputStream().write((head(path, body.length()) + body).getBytes(UTF_8));
    socket.getOutputStream().flush();
  }

  private static String head(String path, int length) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer "
        + DemoProcess.KEY
        + "\r\nIdempotency-Key: drain\r\nContent-Type: application/json\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  /** Up to the end of its JSON, for the connection stays open. */
  private static String wholeAnswer(Socket socket) throws Exception {
    socket.setSoTimeout((int) BOUND.toMillis());
    StringBuilder read = new StringBuilder();
    while (read.indexOf("\"version\"") < 0 || read.charAt(read.length() - 1) != '}') {
      int next = socket.getInputStream().read();
      if (next < 0) {
        break;
      }
      read.append((char) next);
    }
    return read.toString();
  }

  private static String answer(Socket socket) throws Exception {
    socket.setSoTimeout((int) BOUND.toMillis());
    InputStream in = socket.getInputStream();
    byte[] head = in.readNBytes(64);
    return new String(head, UTF_8);
  }
}
