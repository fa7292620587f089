package dev.satu.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that do not come, against a service that waits two seconds for them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(SmallPool.class)
final class SlowBodyHttpTest {
  private static final int LONG_ENOUGH_MILLIS = 60_000;

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 100", "Transfer-Encoding: chunked"})
  void a_body_that_stops_coming_is_408_and_the_connection_ends(String length) throws Exception {
    String asset = "slow-" + length.length();
    try (Socket socket = socket()) {
      socket
          .getOutputStream()
          .write((head("/v1/assets", length) + start(length, asset)).getBytes(UTF_8));

      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 408 ").contains("BODY_TOO_SLOW", "PT2S");
      assertThat(answer.toLowerCase(java.util.Locale.ROOT)).contains("connection: close");
    }
    assertThat(Wire.keyed("GET", "/v1/assets/" + asset).send().status()).isEqualTo(404);
  }

  @Test
  void a_connection_that_is_kept_without_a_request_is_not_ended() throws Exception {
    try (Socket socket = socket()) {
      String get =
          "GET /v1/assets/none HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer "
              + TestDatabase.OPERATOR_KEY
              + "\r\n\r\n";
      socket.getOutputStream().write(get.getBytes(UTF_8));
      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 404");
      // Somebody else is too slow meanwhile.
      a_body_that_stops_coming_is_408_and_the_connection_ends("Content-Length: 100");

      socket.getOutputStream().write(get.getBytes(UTF_8));
      socket.getOutputStream().flush();
      String rest = "";
      while (!rest.contains("HTTP/1.1 404")) {
        byte[] more = socket.getInputStream().readNBytes(1);
        assertThat(more).as("the connection is open").hasSize(1);
        rest += new String(more, UTF_8);
      }
    }
  }

  private static Socket socket() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port);
    socket.setSoTimeout(LONG_ENOUGH_MILLIS);
    return socket;
  }

  private static String head(String path, String length) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer "
        + TestDatabase.OPERATOR_KEY
        + "\r\nIdempotency-Key: slow-body\r\nContent-Type: application/json\r\n"
        + length
        + "\r\n\r\n";
  }

  private static String start(String length, String asset) {
    String json = "{\"asset_id\":\"" + asset + "\",\"name\":";
    return length.startsWith("Transfer")
        ? Integer.toHexString(json.length()) + "\r\n" + json + "\r\n"
        : json;
  }
}
