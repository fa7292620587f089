package dev.satu.server.demo;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * What was asked of the {@code demo} verb.
 *
 * @param port where HTTP listens on 127.0.0.1, 1 to 65535
 * @param data where everything is kept
 * @param fresh whether to throw away what is there
 */
public record DemoArguments(int port, Path data, boolean fresh) {
  private static final int DEFAULT_PORT = 8080;
  private static final Path DEFAULT_DATA = Path.of(".satu", "demo");
  private static final int HIGHEST_PORT = 65_535;

  /**
   * Reads the words after the verb.
   *
   * @throws IllegalArgumentException with a message for whoever typed them
   */
  public static DemoArguments parse(List<String> words) {
    int port = DEFAULT_PORT;
    Path data = DEFAULT_DATA;
    boolean fresh = false;
    Iterator<String> left = words.iterator();
    while (left.hasNext()) {
      String word = left.next();
      switch (word) {
        case "--port" -> port = port(valueOf(word, left));
        case "--data" -> data = path(valueOf(word, left));
        case "--fresh" -> fresh = true;
        default -> throw new IllegalArgumentException("demo does not know " + word + ".");
      }
    }
    return new DemoArguments(port, data, fresh);
  }

  private static String valueOf(String option, Iterator<String> left) {
    if (!left.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value.");
    }
    return left.next();
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= HIGHEST_PORT) {
        return port;
      }
    } catch (NumberFormatException notANumber) {
      // Falls through to the same message as a number out of range.
    }
    throw new IllegalArgumentException(
        "--port must be a number from 1 to 65535, not " + text + ".");
  }

  private static Path path(String text) {
    try {
      if (!text.isBlank()) {
        return Path.of(text);
      }
    } catch (InvalidPathException notAPath) {
      // Falls through to the same message as no text at all.
    }
    throw new IllegalArgumentException("--data must be a folder, not \"" + text + "\".");
  }
}
