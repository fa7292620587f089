package dev.satu.faults.workload;

import dev.satu.faults.history.Answer;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.History;
import dev.satu.faults.history.Request;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Sends requests over HTTP/1.1 and writes them down, before and after. Thread-safe. */
final class Sender implements AutoCloseable {
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
  private static final String WRONG_KEY = "satu_zyxwvtsrqpnmkjhgfedcba9876543210";

  private final WorkloadSettings settings;
  private final History history;
  private final Tally tally;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_WITHIN)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  Sender(WorkloadSettings settings, History history, Tally tally) {
    this.settings = settings;
    this.history = history;
    this.tally = tally;
  }

  Call send(int client, URI node, Request request) {
    HttpRequest ready = httpRequest(node, request);
    Call call = history.sent(client, node.toString(), request);
    Call answered = history.answered(call, ask(ready));
    tally.count(answered);
    return answered;
  }

  /**
   * Asks. That a connection could not be made is the one failure of which it is certain that
   * nothing was sent: a command is never repeated by the HTTP client itself.
   */
  private Answer ask(HttpRequest request) {
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return new Answer.Told(response.statusCode(), headers(response), response.body());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      return new Answer.NotSent("no connection");
    } catch (HttpTimeoutException e) {
      return new Answer.Unknown("no answer within " + settings.answerWithin().toMillis() + " ms");
    } catch (IOException e) {
      return new Answer.Unknown("connection lost: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer.Unknown("interrupted");
    }
  }

  private static Map<String, String> headers(HttpResponse<?> response) {
    Map<String, String> headers = new HashMap<>();
    for (String name : Answer.HEADERS) {
      response.headers().firstValue(name).ifPresent(value -> headers.put(name, value));
    }
    return headers;
  }

  private HttpRequest httpRequest(URI node, Request request) {
    String body = request.body();
    BodyPublisher sent = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(node + request.path()))
            .timeout(settings.answerWithin())
            .method(request.method(), sent);
    if (body != null) {
      builder.header("Content-Type", "application/json");
    }
    String key = request.key();
    if (key != null) {
      builder.header("Idempotency-Key", key);
    }
    String ifMatch = request.ifMatch();
    if (ifMatch != null) {
      builder.header("If-Match", ifMatch);
    }
    switch (request.credential()) {
      case OPERATOR -> builder.header("Authorization", "Bearer " + settings.operatorKey());
      case WRONG -> builder.header("Authorization", "Bearer " + WRONG_KEY);
      case NONE -> {}
    }
    return builder.build();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
