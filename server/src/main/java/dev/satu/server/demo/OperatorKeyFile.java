package dev.satu.server.demo;

import dev.satu.server.embedded.CannotStartException;
import dev.satu.server.security.ApiKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The demo's operator key: the one from the environment, else one made once and kept, readable by
 * its owner only.
 */
final class OperatorKeyFile {
  private static final String OWNER_ONLY = "rw-------";

  private OperatorKeyFile() {}

  static String keyFor(Path file, @Nullable String fromEnvironment) throws CannotStartException {
    if (fromEnvironment != null && !fromEnvironment.isBlank()) {
      return checked("SATU_OPERATOR_KEY", fromEnvironment.strip());
    }
    try {
      return Files.exists(file)
          ? checked(file.toString(), Files.readString(file).strip())
          : make(file);
    } catch (IOException failure) {
      throw new CannotStartException("Cannot read or write " + file + ": " + failure, failure);
    }
  }

  private static String checked(String source, String key) throws CannotStartException {
    try {
      ApiKey.check(key);
      return key;
    } catch (IllegalArgumentException refused) {
      throw new CannotStartException(source + " is refused: " + refused.getMessage() + ".");
    }
  }

  private static String make(Path file) throws IOException {
    String key = ApiKey.generate();
    // Made with its permissions, not given them afterwards: it is never open to others, not for a
    // moment.
    try (var channel =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)))) {
      channel.write(java.nio.ByteBuffer.wrap((key + "\n").getBytes(StandardCharsets.UTF_8)));
    }
    return key;
  }
}
