package dev.satu.faults.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A wall clock of a process that others can move while it runs: Debian's libfaketime, loaded before
 * all else. The monotonic clock is left alone, as a wrong wall clock leaves it.
 *
 * @param library the library
 * @param offset the file that says how far the clock is off
 */
record FakeTime(Path library, Path offset) {
  private static final Path FOLDERS = Path.of("/usr/lib");

  /** One that is right at first; nothing if the library is not here and cannot be installed. */
  static Optional<FakeTime> create(Path offset) throws IOException {
    Optional<Path> library = findLibrary();
    if (library.isEmpty() && Apt.install("libfaketime")) {
      library = findLibrary();
    }
    if (library.isEmpty()) {
      return Optional.empty();
    }
    FakeTime clock = new FakeTime(library.get(), offset);
    clock.move(Duration.ZERO);
    return Optional.of(clock);
  }

  private static Optional<Path> findLibrary() throws IOException {
    if (!Files.isDirectory(FOLDERS)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(FOLDERS)) {
      // For processes with threads: the other one may lock up.
      return folders
          .map(folder -> folder.resolve("faketime").resolve("libfaketimeMT.so.1"))
          .filter(Files::exists)
          .findFirst();
    }
  }

  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library.toString(),
        "FAKETIME_TIMESTAMP_FILE",
        offset.toString(),
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        // Without it version 0.9.10 ends every timed wait of a JVM at once.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0",
        "FAKETIME_CACHE_DURATION",
        "1");
  }

  /** Sets how far the clock is off; seen within a second. */
  void move(Duration by) throws IOException {
    String text = (by.isNegative() ? "" : "+") + by.toSeconds() + "\n";
    Path next = offset.resolveSibling(offset.getFileName() + ".next");
    Files.writeString(next, text, UTF_8);
    Files.move(next, offset, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }
}
