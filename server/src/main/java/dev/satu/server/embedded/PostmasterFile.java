package dev.satu.server.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code postmaster.pid} says: the process and the port of the server that last ran on a data
 * directory, and may long be gone.
 *
 * <p>Lines 1 and 4 of the file, as PostgreSQL's {@code src/include/utils/pidfile.h} has it.
 */
record PostmasterFile(long pid, int port) {
  private static final String NAME = "postmaster.pid";
  private static final int PID_LINE = 0;
  private static final int PORT_LINE = 3;

  static Optional<PostmasterFile> read(Path dataDirectory) throws IOException {
    Path file = dataDirectory.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    try {
      return lines.size() > PORT_LINE
          ? Optional.of(
              new PostmasterFile(
                  Long.parseLong(lines.get(PID_LINE).strip()),
                  Integer.parseInt(lines.get(PORT_LINE).strip())))
          : Optional.empty();
    } catch (NumberFormatException cutOff) {
      return Optional.empty();
    }
  }

  static void delete(Path dataDirectory) throws IOException {
    Files.deleteIfExists(dataDirectory.resolve(NAME));
  }
}
