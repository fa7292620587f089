package dev.satu.server.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that one demo keeps everything in, held by this process until it is closed or dies.
 *
 * <p>The file {@code satu-demo} marks it as ours: no other folder is used, and none is ever wiped.
 * The lock is one of the operating system, so that it ends with its process however that ends.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String MARKER = "satu-demo";
  private static final String LOCK = "lock";
  private static final String POSTGRES = "postgres";
  private static final String POSTGRES_READY = "postgres.ready";

  private final Path root;
  private final FileChannel lockFile;

  private DataDirectory(Path root, FileChannel lockFile) {
    this.root = root;
    this.lockFile = lockFile;
  }

  /**
   * Takes the folder for this process; makes it if it does not exist.
   *
   * @throws CannotStartException if another process has it, or it is somebody's else
   */
  public static DataDirectory open(Path path) throws CannotStartException {
    try {
      Path root = Files.createDirectories(path.toAbsolutePath().normalize()).toRealPath();
      refuseForeign(root);
      FileChannel lockFile =
          FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(lockFile) == null) {
        lockFile.close();
        throw new CannotStartException(
            "Another demo is running on " + root + ". Stop it, or choose another --data.");
      }
      Files.writeString(root.resolve(MARKER), "Data of a Satu demo. Wiped by: demo --fresh\n");
      return new DataDirectory(root, lockFile);
    } catch (IOException failure) {
      throw new CannotStartException("Cannot use " + path + ": " + failure, failure);
    }
  }

  private static void refuseForeign(Path root) throws IOException, CannotStartException {
    try (Stream<Path> files = Files.list(root)) {
      boolean empty = files.allMatch(file -> file.getFileName().toString().equals(LOCK));
      if (!empty && !Files.isRegularFile(root.resolve(MARKER))) {
        throw new CannotStartException(
            root
                + " is not empty and was not made by a Satu demo: it is left alone. Choose another"
                + " --data.");
      }
    }
  }

  private static @Nullable FileLock lock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  /** Deletes all that an earlier demo kept here. Nothing may run on it any more. */
  public void wipe() throws CannotStartException {
    try {
      new PostgresProcesses(postgres()).end();
      for (Path file : contents()) {
        // Marker and lock stay: without them the folder would be nobody's for a moment.
        if (!List.of(LOCK, MARKER).contains(file.getFileName().toString())) {
          delete(file);
        }
      }
    } catch (IOException failure) {
      throw new CannotStartException("Cannot wipe " + root + ": " + failure, failure);
    }
  }

  private List<Path> contents() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.toList();
    }
  }

  /** A file in this folder, which need not exist. */
  public Path file(String name) {
    return root.resolve(name);
  }

  Path postgres() {
    return root.resolve(POSTGRES);
  }

  /** Whether PostgreSQL's own folder was made in full; a half-made one is of no use to anybody. */
  boolean isPostgresReady() {
    return Files.exists(root.resolve(POSTGRES_READY));
  }

  void markPostgresReady() throws IOException {
    Files.writeString(root.resolve(POSTGRES_READY), "");
  }

  void deleteHalfMadePostgres() throws IOException {
    if (!isPostgresReady() && Files.exists(postgres())) {
      delete(postgres());
    }
  }

  private static void delete(Path tree) throws IOException {
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public String toString() {
    return root.toString();
  }

  /** Lets the next process have the folder. */
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
