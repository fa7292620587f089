package dev.satu.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the command line asked for; every option has a default. */
record RaceArguments(
    int clients, URI url, Optional<String> assetId, Optional<String> key, Path dataDirectory) {

  static final String USAGE =
      "usage: satu race [--clients 100] [--url http://127.0.0.1:8080] [--asset ID] [--key KEY]"
          + " [--data DIR]";

  /** Each client is a connection, a selector thread and five file descriptors of its own. */
  static final int MOST_CLIENTS = 2_000;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._~:-]{1,64}");

  static RaceArguments parse(String... commandLine) throws NotStarted {
    var clients = 100;
    var url = URI.create("http://127.0.0.1:8080");
    var assetId = Optional.<String>empty();
    var key = Optional.<String>empty();
    var dataDirectory = Path.of(".satu", "demo");

    var words = List.of(commandLine).iterator();
    while (words.hasNext()) {
      var word = words.next();
      var equals = word.startsWith("--") ? word.indexOf('=') : -1;
      var option = equals < 0 ? word : word.substring(0, equals);
      var inline = equals < 0 ? Optional.<String>empty() : Optional.of(word.substring(equals + 1));
      switch (option) {
        case "--clients" -> clients = clients(value(option, inline, words));
        case "--url" -> url = url(value(option, inline, words));
        case "--asset" -> assetId = Optional.of(assetId(value(option, inline, words)));
        case "--key" -> key = Optional.of(value(option, inline, words));
        case "--data" -> dataDirectory = Path.of(value(option, inline, words));
        default -> throw new NotStarted("unknown option " + option + "\n" + USAGE);
      }
    }
    return new RaceArguments(clients, url, assetId, key, dataDirectory);
  }

  /** The key to call with: from the command line, else the environment, else the demo's own. */
  String operatorKey(Map<String, String> environment) throws NotStarted {
    if (key.isPresent()) {
      return key.get();
    }
    var fromEnvironment = environment.getOrDefault("SATU_OPERATOR_KEY", "").strip();
    if (!fromEnvironment.isEmpty()) {
      return fromEnvironment;
    }
    var file = dataDirectory.resolve("operator-key");
    try {
      return Files.readString(file).strip();
    } catch (IOException _) {
      throw new NotStarted(
          "no operator key: start ./satu demo first (it writes %s), or give --key or SATU_OPERATOR_KEY"
              .formatted(file));
    }
  }

  private static String value(String option, Optional<String> inline, Iterator<String> words)
      throws NotStarted {
    var value = inline.orElseGet(() -> words.hasNext() ? words.next() : "");
    if (value.isBlank()) {
      throw new NotStarted(option + " needs a value\n" + USAGE);
    }
    return value;
  }

  private static int clients(String text) throws NotStarted {
    try {
      var clients = Integer.parseInt(text);
      if (clients >= 1 && clients <= MOST_CLIENTS) {
        return clients;
      }
    } catch (NumberFormatException _) {
      // Refused below, like a number out of range.
    }
    throw new NotStarted(
        "--clients is a number from 1 to %d, not %s".formatted(MOST_CLIENTS, text));
  }

  private static URI url(String text) throws NotStarted {
    try {
      var url = URI.create(text.replaceFirst("/+$", ""));
      if (url.getHost() != null && List.of("http", "https").contains(url.getScheme())) {
        return url;
      }
    } catch (IllegalArgumentException _) {
      // Refused below, like a URL without a host.
    }
    throw new NotStarted("--url is like http://127.0.0.1:8080, not " + text);
  }

  private static String assetId(String text) throws NotStarted {
    if (!ID.matcher(text).matches()) {
      throw new NotStarted("--asset is 1 to 64 of A-Z a-z 0-9 . _ ~ : -, not " + text);
    }
    return text;
  }
}
