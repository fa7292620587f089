package dev.satu.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A sentence of {@code invariants.sql} that must hold, and the query for the rows that break it.
 */
record Invariant(String sentence, String query) {
  private static final String FILE = "/dev/satu/invariants.sql";
  private static final String MARK = "\n-- invariant:";

  /** All of them, in the order of the file. */
  static List<Invariant> all() {
    String[] parts = read().split(MARK, -1);
    List<Invariant> all = new ArrayList<>();
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int end = part.indexOf('\n');
      String query =
          part.substring(end)
              .lines()
              .filter(line -> !line.startsWith("--"))
              .collect(Collectors.joining("\n"))
              .strip();
      all.add(new Invariant(part.substring(0, end).strip(), query.replaceFirst(";$", "")));
    }
    return all;
  }

  private static String read() {
    try (InputStream in = Invariant.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("not on the classpath: " + FILE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
