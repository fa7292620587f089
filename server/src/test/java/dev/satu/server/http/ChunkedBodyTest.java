package dev.satu.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.TestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Bodies that come in pieces, without saying how long they are. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ChunkedBodyTest {
  @TestHTTPResource("/v1/test/orders/o1")
  URI orders = URI.create("http://set.by.quarkus");

  private HttpResponse<String> post(String body) throws IOException, InterruptedException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(
          HttpRequest.newBuilder(orders)
              .header("Authorization", "Bearer " + TestDatabase.OPERATOR_KEY)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void a_body_in_pieces_is_read() throws Exception {
    String buyer = "x".repeat(60_000);
    assertThat(post("{\"quantity\": 1, \"buyer_id\": \"" + buyer + "\"}").statusCode())
        .isEqualTo(200);
  }

  @Test
  void a_body_in_pieces_that_is_too_large_is_refused_with_a_problem() throws Exception {
    HttpResponse<String> answer =
        post("{\"quantity\": 1, \"buyer_id\": \"" + "x".repeat(70_000) + "\"}");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("\"error_code\":\"BODY_TOO_LARGE\"");
  }
}
