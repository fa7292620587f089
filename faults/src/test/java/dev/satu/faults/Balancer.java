package dev.satu.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Clients behind a load balancer that asks readiness, as an orchestrator sets one up: a node that
 * says no gets no further request. Nothing is sent a second time: a request that is cut off is as
 * much a failure as one that is answered wrongly.
 */
final class Balancer implements AutoCloseable {
  private final List<ServeProcess> nodes = new CopyOnWriteArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicBoolean stopping = new AtomicBoolean();

  /** HTTP/1.1, as a balancer speaks to its nodes. */
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  Balancer(List<ServeProcess> nodes, int clients) {
    this.nodes.addAll(nodes);
    for (int i = 0; i < clients; i++) {
      threads.execute(this::untilStopped);
    }
  }

  /** Sends requests to this node from now on. */
  void add(ServeProcess node) {
    nodes.add(node);
  }

  /** Sends it no further ones, as its readiness wants. */
  void remove(ServeProcess node) {
    nodes.remove(node);
  }

  private void untilStopped() {
    while (!stopping.get()) {
      int number = numbers.incrementAndGet();
      String asset = "roll-" + number;
      if (post("/v1/assets", "list-" + asset, "{\"asset_id\":\"" + asset + "\",\"name\":\"A lot\"}")
          != null) {
        String answer =
            post("/v1/assets/" + asset + "/reservations", "hold-" + asset, holdBody(asset));
        if (answer != null) {
          answers.put(asset, answer);
        }
      }
    }
  }

  private @Nullable String post(String path, String key, String body) {
    List<ServeProcess> now = List.copyOf(nodes);
    ServeProcess node = now.get(numbers.get() % now.size());
    try {
      return created(node, send(node, path, key, body));
    } catch (IOException cut) {
      failures.add(node.drainingFor() + path + ": " + cut);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private @Nullable String created(ServeProcess node, HttpResponse<String> response) {
    if (response.statusCode() == 201 || response.statusCode() == 200) {
      return response.body();
    }
    failures.add(node.drainingFor() + ": " + response.statusCode() + " " + response.body());
    return null;
  }

  private HttpResponse<String> send(ServeProcess node, String path, String key, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(node.url() + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + DemoProcess.KEY)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String holdBody(String asset) {
    return "{\"buyer_id\":\"buyer-of-" + asset + "\"}";
  }

  /** One more lot, listed by this node; returns the status. */
  int sendTo(ServeProcess node) throws IOException, InterruptedException {
    String asset = "direct-" + numbers.incrementAndGet();
    return send(
            node,
            "/v1/assets",
            "list-" + asset,
            "{\"asset_id\":\"" + asset + "\",\"name\":\"A lot\"}")
        .statusCode();
  }

  /** The same hold again, to this node. */
  HttpResponse<String> again(ServeProcess node, String asset)
      throws IOException, InterruptedException {
    return send(node, "/v1/assets/" + asset + "/reservations", "hold-" + asset, holdBody(asset));
  }

  int answered() {
    return answers.size();
  }

  /** Every hold that was answered, by its asset. */
  Map<String, String> answers() {
    return Map.copyOf(answers);
  }

  /** Every request that was not answered as it should be. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  void stop() {
    stopping.set(true);
    threads.close();
  }

  @Override
  public void close() {
    stop();
    client.close();
  }
}
