package dev.satu.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * Row P10 of the performance page: imports a file of new lots into a running Satu, several times,
 * each time other lots, so the catalogue grows from run to run. Prints one line.
 *
 * <p>Arguments: {@code --url URL --key KEY [--lots 1000000] [--runs 3]}.
 */
public final class ImportBench {
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final double BAR_SECONDS_A_MILLION = 60;

  private ImportBench() {}

  public static void main(String[] words) throws IOException, InterruptedException {
    String url = value(words, "--url", "http://127.0.0.1:8080");
    String key = value(words, "--key", "");
    int lots = Integer.parseInt(value(words, "--lots", "1000000"));
    int runs = Integer.parseInt(value(words, "--runs", "3"));
    List<Double> seconds = new ArrayList<>();
    List<Double> published = new ArrayList<>();
    Path file = Files.createTempFile("satu-bench", ".csv");
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (int run = 0; run < runs; run++) {
        String prefix = "B" + Long.toString(System.currentTimeMillis(), 36);
        LotFile.write(file, prefix, lots, run);
        long began = System.nanoTime();
        JsonNode answer = send(client, url, key, file);
        seconds.add((System.nanoTime() - began) / 1e9);
        if (answer.path("created").asInt() != lots) {
          throw new IOException("not imported: " + answer);
        }
        published.add(seconds(answer.path("published_in").asText()));
      }
    } finally {
      Files.deleteIfExists(file);
    }
    Collections.sort(seconds);
    Collections.sort(published);
    double bar = BAR_SECONDS_A_MILLION * lots / 1_000_000;
    System.out.printf(
        Locale.ROOT,
        "P10 import of %,d lots: median %.1f s (%.1f to %.1f, %d runs), of which published in %.1f s;"
            + " bar %.0f s, ratio %.2f%n",
        lots,
        median(seconds),
        seconds.getFirst(),
        seconds.getLast(),
        runs,
        median(published),
        bar,
        bar / median(seconds));
  }

  private static JsonNode send(HttpClient client, String url, String key, Path file)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/v1/assets/import"))
            .timeout(LONGEST)
            .header("Authorization", "Bearer " + key)
            .header("Idempotency-Key", "bench-" + UUID.randomUUID())
            .header("Content-Type", "text/csv")
            .POST(BodyPublishers.ofFile(file))
            .build();
    return SatuClient.json(client.send(request, BodyHandlers.ofString()));
  }

  private static double seconds(String duration) {
    return Duration.parse(duration).toNanos() / 1e9;
  }

  private static double median(List<Double> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  private static String value(String[] words, String option, String otherwise) {
    for (int i = 0; i + 1 < words.length; i++) {
      if (words[i].equals(option)) {
        return words[i + 1];
      }
    }
    return otherwise;
  }
}
