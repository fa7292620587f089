package dev.satu.faults;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Clients that list lots and hold them, and write down every call before it is sent and after it is
 * answered.
 */
final class Traffic implements AutoCloseable {
  /**
   * One hold that was asked for.
   *
   * @param answer the body of its {@code 201}, or {@code null} if the answer never came
   */
  record Asked(String asset, String key, String body, @Nullable String answer) {
    boolean isAnswered() {
      return answer != null;
    }
  }

  private final DemoProcess demo;
  private final String name;
  private final HttpClient client;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final List<Throwable> faults = new CopyOnWriteArrayList<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

  Traffic(DemoProcess demo, String name, int size) {
    this.demo = demo;
    this.name = name;
    this.client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    for (int i = 0; i < size; i++) {
      clients.execute(this::untilItBreaks);
    }
  }

  private void untilItBreaks() {
    try {
      while (!stopping.get() && holdOne()) {
        // the next lot
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable fault) {
      faults.add(fault);
    }
  }

  private boolean holdOne() throws InterruptedException {
    String asset = name + "-" + numbers.incrementAndGet();
    String body = "{\"buyer_id\":\"buyer-of-" + asset + "\"}";
    try {
      demo.post(
          client,
          "/v1/assets",
          "list-" + asset,
          "{\"asset_id\":\"" + asset + "\",\"name\":\"A lot\"}");
    } catch (IOException serverIsGone) {
      return false;
    }
    String key = "hold-" + asset;
    try {
      HttpResponse<String> response =
          demo.post(client, "/v1/assets/" + asset + "/reservations", key, body);
      if (response.statusCode() == 201) {
        asked.add(new Asked(asset, key, body, response.body()));
        return true;
      }
      if (response.statusCode() != 503) {
        throw new AssertionError("unexpected: " + response.statusCode() + " " + response.body());
      }
      asked.add(new Asked(asset, key, body, null));
      return true;
    } catch (IOException answerNeverCame) {
      asked.add(new Asked(asset, key, body, null));
      return false;
    }
  }

  long answered() {
    return asked.stream().filter(Asked::isAnswered).count();
  }

  /** All that was asked, once every client has met the end of the server or was told to stop. */
  List<Asked> end() {
    close();
    if (!faults.isEmpty()) {
      throw new AssertionError("a client met what it should not", faults.getFirst());
    }
    return List.copyOf(asked);
  }

  @Override
  public void close() {
    stopping.set(true);
    clients.close();
    client.close();
  }
}
