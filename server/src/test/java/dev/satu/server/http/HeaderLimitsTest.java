package dev.satu.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Requests whose head is too long, or none: refused by what reads the wire, before anything of ours
 * sees them, and the connection is closed. The service goes on.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class HeaderLimitsTest {
  private static final int TOO_LONG = 40_000;

  private Map<String, String> before = Map.of();

  @BeforeEach
  void rows_are_as_they_are() throws SQLException {
    before = Rows.fingerprints();
  }

  @AfterEach
  void no_row_has_changed_and_the_service_goes_on() throws SQLException {
    assertThat(Rows.fingerprints()).isEqualTo(before);
    assertThat(Wire.keyed("GET", "/v1/assets?limit=1").send().status()).isEqualTo(200);
  }

  @Test
  void a_header_that_is_too_long_is_refused() throws IOException {
    assertThat(statusOf(head("/v1/assets", "Idempotency-Key: " + "x".repeat(TOO_LONG))))
        .isEqualTo("431");
  }

  @Test
  void headers_that_are_too_many_together_are_refused() throws IOException {
    StringBuilder many = new StringBuilder("X-0: 0");
    for (int i = 1; i < 4_000; i++) {
      many.append("\r\nX-").append(i).append(": 0123456789");
    }
    assertThat(statusOf(head("/v1/assets", many.toString()))).isEqualTo("431");
  }

  @Test
  void a_request_line_that_is_too_long_is_refused() throws IOException {
    assertThat(statusOf(head("/v1/assets?text=" + "x".repeat(TOO_LONG), "X: 0"))).isEqualTo("414");
  }

  @Test
  void what_is_no_request_is_refused() throws IOException {
    assertThat(statusOf("\u0000\u0001\u0002 hello\r\n\r\n")).isEqualTo("400");
    assertThat(statusOf(head("/v1/assets", "no colon in this line"))).startsWith("4");
  }

  private static String head(String path, String header) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer "
        + TestDatabase.OPERATOR_KEY
        + "\r\nContent-Length: 0\r\n"
        + header
        + "\r\n\r\n";
  }

  /** The status; what follows is not read, for a reset may take it away. */
  private static String statusOf(String request) throws IOException {
    try (Socket socket = new Socket("localhost", RestAssured.port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(12), US_ASCII).replaceFirst("HTTP/1\\.[01] ", "");
    }
  }
}
