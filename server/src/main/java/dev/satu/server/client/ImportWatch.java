package dev.satu.server.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks once a second how far an import is, and tells it. What cannot be asked is not told: the
 * import itself says what became of it.
 */
final class ImportWatch implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Goes back to the beginning of the line and empties it. */
  private static final String ANEW = "\r\033[K";

  private final HttpClient client;
  private final HttpRequest question;
  private final PrintStream err;
  private final CountDownLatch over = new CountDownLatch(1);
  private Optional<Thread> watching = Optional.empty();

  /**
   * @param question is answered with a page of imports, of which the first is told
   */
  ImportWatch(HttpClient client, HttpRequest question, PrintStream err) {
    this.client = client;
    this.question = question;
    this.err = err;
  }

  /**
   * Begins to ask and to tell.
   *
   * @param inPlace whether each line takes the place of the last, as on a terminal
   */
  void begin(String prefix, boolean inPlace) {
    watching =
        Optional.of(
            Thread.ofVirtual()
                .name("import-watch")
                .start(() -> {
                  try {
                    watch(prefix, inPlace);
                  } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                  }
                }));
  }

  private void watch(String prefix, boolean inPlace) throws InterruptedException {
    String told = "";
    while (!over.await(1, TimeUnit.SECONDS)) {
      String line = ask();
      if (!line.isEmpty() && !line.equals(told)) {
        err.print(inPlace ? ANEW + prefix + line : prefix + line + "\n");
        err.flush();
        told = line;
      }
    }
    if (inPlace && !told.isEmpty()) {
      err.print(ANEW);
      err.flush();
    }
  }

  private String ask() throws InterruptedException {
    try {
      HttpResponse<String> answer = client.send(question, HttpResponse.BodyHandlers.ofString());
      return line(JSON.readTree(answer.body()).path("items").path(0));
    } catch (IOException notNow) {
      return "";
    }
  }

  /** How far an import is, in a few words; empty if there is nothing to say. */
  static String line(JsonNode seen) {
    long rows = seen.path("rows").asLong();
    return switch (seen.path("phase").asText()) {
      case "RECEIVING" -> "sending" + percent(seen, "bytes_received");
      case "STAGING" ->
          String.format(Locale.ROOT, "reading%s, %,d rows", percent(seen, "bytes_read"), rows);
      case "PUBLISHING" -> String.format(Locale.ROOT, "publishing %,d rows", rows);
      default -> "";
    };
  }

  private static String percent(JsonNode seen, String part) {
    long size = seen.path("size").asLong();
    return size == 0 ? "" : " " + 100 * seen.path(part).asLong() / size + " %";
  }

  @Override
  public void close() {
    over.countDown();
    try {
      if (watching.isPresent()) {
        watching.get().join();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
