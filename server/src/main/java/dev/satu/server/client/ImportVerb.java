package dev.satu.server.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends a file of lots to a running Satu and tells what became of it.
 *
 * <p>One run is one intention: its key is made once, and the file is sent again under it while the
 * service says that it is busy, or when the connection was lost before an answer came.
 */
public final class ImportVerb {
  private static final int IMPORTED = 0;
  private static final int REFUSED = 1;
  private static final int NOT_DONE = 2;

  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** Longer than the longest import. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(15);

  private final ImportArguments arguments;
  private final PrintStream out;
  private final PrintStream err;

  private ImportVerb(ImportArguments arguments, PrintStream out, PrintStream err) {
    this.arguments = arguments;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the verb and returns its exit code: 0 if every row is in the catalogue, 1 if the file was
   * refused and nothing was changed, 2 if that is not known.
   */
  public static int run(
      ImportArguments arguments,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err) {
    ImportVerb verb = new ImportVerb(arguments, out, err);
    try {
      return verb.tell(verb.send(arguments.operatorKey(environment)));
    } catch (ConnectException nobody) {
      err.println("import: nothing answers at " + arguments.url() + ": is Satu running there?");
      return NOT_DONE;
    } catch (IOException failure) {
      err.println("import: " + failure.getMessage());
      return NOT_DONE;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return NOT_DONE;
    }
  }

  private HttpResponse<String> send(String key) throws IOException, InterruptedException {
    String idempotencyKey = "import-" + UUID.randomUUID();
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    arguments.url()
                        + "/v1/assets/import"
                        + (arguments.update() ? "?mode=update" : "")))
            .timeout(ANSWER_TIMEOUT)
            .header("Authorization", "Bearer " + key)
            .header("Idempotency-Key", idempotencyKey)
            .header("Content-Type", arguments.mediaType())
            .POST(HttpRequest.BodyPublishers.ofFile(arguments.file()))
            .build();
    try (HttpClient client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        ImportWatch watch = new ImportWatch(client, progressOf(idempotencyKey, key), err)) {
      if (arguments.progress() || isTerminal()) {
        watch.begin(arguments.file() + ": ", isTerminal());
      }
      return answer(client, request);
    }
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  private HttpRequest progressOf(String idempotencyKey, String key) {
    return HttpRequest.newBuilder(
            URI.create(arguments.url() + "/v1/imports?limit=1&idempotency_key=" + idempotencyKey))
        .timeout(CONNECT_TIMEOUT)
        .header("Authorization", "Bearer " + key)
        .build();
  }

  private static HttpResponse<String> answer(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    for (int left = TRIES - 1; ; left--) {
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 503 || left == 0) {
          return answer;
        }
      } catch (ConnectException nobody) {
        throw nobody;
      } catch (IOException lost) {
        if (left == 0) {
          throw lost;
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private int tell(HttpResponse<String> answer) throws IOException {
    JsonNode body = new ObjectMapper().readTree(answer.body());
    if (answer.statusCode() == 200) {
      out.printf(
          "%s: %d rows: %d listed, %d updated, %d there already%n",
          arguments.file(),
          body.path("rows").asLong(),
          body.path("created").asLong(),
          body.path("updated").asLong(),
          body.path("skipped").asLong());
      return IMPORTED;
    }
    for (JsonNode row : body.path("bad_rows")) {
      String column = row.path("column").asText();
      err.println(
          arguments.file()
              + ":"
              + row.path("line").asLong()
              + ": "
              + (column.isEmpty() ? "" : column + " ")
              + row.path("why").asText());
    }
    err.println("import: " + answer.statusCode() + " " + body.path("message").asText());
    return answer.statusCode() < 500 ? REFUSED : NOT_DONE;
  }
}
