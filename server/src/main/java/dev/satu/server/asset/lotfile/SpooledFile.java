package dev.satu.server.asset.lotfile;

import dev.satu.server.http.ProblemException;
import dev.satu.server.http.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/**
 * An upload that is on this machine's disk as a whole. Only then anything is done with it: a slow
 * uploader holds no connection and no lock.
 *
 * @param path where it is, readable by this process's user only
 * @param sha256 in hexadecimal
 */
public record SpooledFile(Path path, String sha256) implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  /**
   * Reads the upload to its end.
   *
   * @param watcher is told how many bytes are there
   * @throws ProblemException {@code 413} if it has more than {@code limit} bytes
   */
  public static SpooledFile of(InputStream upload, long limit, LongConsumer watcher)
      throws IOException {
    Path path = Files.createTempFile("satu-import", ".lots");
    try (OutputStream out = Files.newOutputStream(path)) {
      MessageDigest digest = newDigest();
      byte[] buffer = new byte[BUFFER];
      long length = 0;
      for (int read = upload.read(buffer); read >= 0; read = upload.read(buffer)) {
        length += read;
        if (length > limit) {
          throw new ProblemException(Problems.bodyTooLarge(limit));
        }
        digest.update(buffer, 0, read);
        out.write(buffer, 0, read);
        watcher.accept(length);
      }
      return new SpooledFile(path, HexFormat.of().formatHex(digest.digest()));
    } catch (Throwable failure) {
      Files.delete(path);
      throw failure;
    }
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
