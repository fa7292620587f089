package dev.satu.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * The few calls of Satu's HTTP API that a race needs, over one HTTP/1.1 connection of its own.
 *
 * <p>A shared client would do with fewer connections than buyers: its pool hands out whichever is
 * idle, so nobody could promise that each buyer has one open when the barrier falls.
 */
final class SatuClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Above the server's own longest wait (a five second statement), so that it answers first. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private static final int PAGE = 100;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI url;
  private final String key;
  private final HttpClient http;

  SatuClient(URI url, String key) {
    this.url = url;
    this.key = key;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
  }

  record Page(List<Lot> lots, Optional<String> nextCursor) {}

  /** Opens the connection by a call that costs the server nothing. */
  void connect() throws NotStarted, IOException, InterruptedException {
    var request = request("/q/health/live").GET().build();
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new NotStarted(
            "%s is not a living Satu: its health answers %d".formatted(url, answer.statusCode()));
      }
    } catch (ConnectException _) {
      throw new NotStarted("nothing answers at %s: start ./satu demo first".formatted(url));
    }
  }

  Page lots(Optional<String> cursor) throws NotStarted, IOException, InterruptedException {
    var from =
        cursor.map(c -> "&cursor=" + URLEncoder.encode(c, StandardCharsets.UTF_8)).orElse("");
    var body = expect(200, request("/v1/assets?limit=" + PAGE + from).GET().build());
    var lots = new ArrayList<Lot>();
    body.path("items").forEach(item -> lots.add(lot(item)));
    return new Page(lots, Optional.ofNullable(body.path("next_cursor").textValue()));
  }

  Lot lot(String assetId) throws NotStarted, IOException, InterruptedException {
    return lot(expect(200, request("/v1/assets/" + assetId).GET().build()));
  }

  void addLot(String assetId, String name) throws NotStarted, IOException, InterruptedException {
    var body = BodyPublishers.ofByteArray(json(Map.of("asset_id", assetId, "name", name)));
    expect(201, post("/v1/assets", UUID.randomUUID().toString(), body));
  }

  /** Asks for the lot; what comes back is the server's answer, whatever its status. */
  CompletableFuture<HttpResponse<String>> reserve(
      String assetId, String idempotencyKey, HeldBackBody body) {
    var path = "/v1/assets/" + assetId + "/reservations";
    return http.sendAsync(post(path, idempotencyKey, body.asBody()), BodyHandlers.ofString());
  }

  static byte[] json(Map<String, String> fields) {
    try {
      return JSON.writeValueAsBytes(fields);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a map of strings is always JSON", impossible);
    }
  }

  /** The body as JSON; missing, and not an error, where it is none. */
  static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException _) {
      return MissingNode.getInstance();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private JsonNode expect(int status, HttpRequest request)
      throws NotStarted, IOException, InterruptedException {
    var answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != status) {
      throw new NotStarted(
          "%s %s answered %d %s"
              .formatted(request.method(), request.uri(), answer.statusCode(), answer.body()));
    }
    return json(answer);
  }

  private HttpRequest post(String path, String idempotencyKey, BodyPublisher body) {
    return request(path)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", idempotencyKey)
        .POST(body)
        .build();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(ANSWER_TIMEOUT)
        .header("Authorization", "Bearer " + key);
  }

  private static Lot lot(JsonNode item) {
    return new Lot(
        item.path("asset_id").asText(), item.path("name").asText(), item.path("status").asText());
  }
}
