package dev.satu.faults.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** What processes wrote. */
final class Logs {
  private static final int TAIL = 2000;

  private Logs() {}

  /** The last lines. */
  static String tail(Path log) throws IOException {
    if (!Files.exists(log)) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - TAIL));
      byte[] bytes = new byte[TAIL];
      int read = Math.max(0, file.read(bytes));
      return new String(bytes, 0, read, UTF_8);
    }
  }
}
