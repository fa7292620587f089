package dev.satu.server.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder into which PostgreSQL's programs are unpacked once per user, so that a fresh demo
 * starts fast. Not below {@code /tmp}: there another user could put programs in our way.
 */
final class BinariesFolder {
  private BinariesFolder() {}

  static Path in(DataDirectory directory) throws IOException {
    Optional<Path> cache = cache();
    if (cache.isPresent()) {
      try {
        Path folder = Files.createDirectories(cache.get().resolve("satu").resolve("postgres"));
        if (Files.isWritable(folder)) {
          return folder;
        }
      } catch (IOException noHome) {
        // Containers often have no home that can be written to.
        return Files.createDirectories(directory.file("programs"));
      }
    }
    return Files.createDirectories(directory.file("programs"));
  }

  private static Optional<Path> cache() {
    return absolute(System.getenv("XDG_CACHE_HOME"))
        .or(() -> absolute(System.getProperty("user.home")).map(home -> home.resolve(".cache")));
  }

  private static Optional<Path> absolute(@Nullable String path) {
    return Optional.ofNullable(path).map(Path::of).filter(Path::isAbsolute);
  }
}
