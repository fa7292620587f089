package dev.satu.server.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was asked of the {@code import} verb.
 *
 * @param file the file of lots; its ending tells its format
 * @param update whether lots that are listed already get the details of the file
 * @param progress whether to tell how far it is even where nobody seems to watch
 * @param url of the running Satu, without a slash at its end
 * @param key the operator key; {@code null}: the one of the environment, else the demo's own
 * @param data where the demo keeps its data, and its key
 */
public record ImportArguments(
    Path file, boolean update, boolean progress, URI url, @Nullable String key, Path data) {

  /**
   * Reads the words after the verb.
   *
   * @throws IllegalArgumentException with a message for whoever typed them
   */
  public static ImportArguments parse(List<String> words) {
    @Nullable Path file = null;
    boolean update = false;
    boolean progress = false;
    URI url = URI.create("http://127.0.0.1:8080");
    @Nullable String key = null;
    Path data = Path.of(".satu", "demo");
    Iterator<String> left = words.iterator();
    while (left.hasNext()) {
      String word = left.next();
      switch (word) {
        case "--update" -> update = true;
        case "--progress" -> progress = true;
        case "--url" -> url = url(valueOf(word, left));
        case "--key" -> key = valueOf(word, left);
        case "--data" -> data = Path.of(valueOf(word, left));
        default -> {
          if (word.startsWith("--") || file != null) {
            throw new IllegalArgumentException("import does not know " + word + ".");
          }
          file = Path.of(word);
        }
      }
    }
    if (file == null) {
      throw new IllegalArgumentException("import needs a file.");
    }
    ImportArguments arguments = new ImportArguments(file, update, progress, url, key, data);
    arguments.mediaType();
    return arguments;
  }

  /** What the file's ending says that it is. */
  String mediaType() {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv")) {
      return "text/csv";
    }
    if (name.endsWith(".ndjson") || name.endsWith(".jsonl")) {
      return "application/x-ndjson";
    }
    throw new IllegalArgumentException(
        "import reads files that end in .csv, .ndjson or .jsonl, not " + file + ".");
  }

  /** The key to call with. */
  String operatorKey(Map<String, String> environment) throws IOException {
    if (key != null) {
      return key;
    }
    String fromEnvironment = environment.getOrDefault("SATU_OPERATOR_KEY", "").strip();
    if (!fromEnvironment.isEmpty()) {
      return fromEnvironment;
    }
    Path own = data.resolve("operator-key");
    if (!Files.isReadable(own)) {
      throw new IOException(
          "no operator key: start ./satu demo first (it writes "
              + own
              + "), or give --key or SATU_OPERATOR_KEY");
    }
    return Files.readString(own).strip();
  }

  private static String valueOf(String option, Iterator<String> left) {
    String value = left.hasNext() ? left.next() : "";
    if (value.isBlank()) {
      throw new IllegalArgumentException(option + " needs a value.");
    }
    return value;
  }

  private static URI url(String text) {
    try {
      URI url = URI.create(text.replaceFirst("/+$", ""));
      if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
        return url;
      }
    } catch (IllegalArgumentException notAUrl) {
      // Falls through to the same message as a URL without a host.
    }
    throw new IllegalArgumentException("--url is like http://127.0.0.1:8080, not " + text + ".");
  }
}
