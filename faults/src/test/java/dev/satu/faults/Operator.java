package dev.satu.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whoever makes and ends keys, on one node. */
final class Operator implements AutoCloseable {
  private static final String ACCOUNT = "operator";
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final ServeProcess node;
  private final HttpClient client = HttpClient.newHttpClient();

  Operator(ServeProcess node) {
    this.node = node;
  }

  /** An API key and its id. */
  record Key(String id, String text) {}

  /** A new key that may read. */
  Key newKey() throws IOException, InterruptedException {
    return key(
        post(
            "/v1/keys",
            "{\"account_id\":\"" + ACCOUNT + "\",\"name\":\"Web\",\"scopes\":[\"read\"]}",
            201));
  }

  /** Its successor. */
  Key rotate(Key key, Duration overlap) throws IOException, InterruptedException {
    return key(post("/v1/keys/" + key.id() + "/rotate", "{\"overlap\":\"" + overlap + "\"}", 201));
  }

  void revoke(Key key) throws IOException, InterruptedException {
    post("/v1/keys/" + key.id() + "/revoke", "{\"reason\":\"it leaked\"}", 200);
  }

  /** What a node answers to a reading call with this key. */
  static int reads(HttpClient client, ServeProcess node, Key key)
      throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(node.url() + "/v1/assets?limit=1"))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + key.text())
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private String post(String path, String body, int expected)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(node.url() + path))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + DemoProcess.KEY)
                .header("Idempotency-Key", "operator-" + NUMBERS.incrementAndGet())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != expected) {
      throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }

  private static Key key(String answer) {
    return new Key(member("key_id", answer), member("key", answer));
  }

  private static String member(String name, String json) {
    Matcher member = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!member.find()) {
      throw new AssertionError("no " + name + " in " + json);
    }
    return member.group(1);
  }

  @Override
  public void close() {
    client.close();
  }
}
