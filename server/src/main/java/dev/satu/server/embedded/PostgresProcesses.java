package dev.satu.server.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes of PostgreSQL that work on one data directory, whoever started them.
 *
 * <p>After a {@code kill -9} of the JVM its database lives on; after one of the database's first
 * process too, the others need a moment to notice. A number in {@code postmaster.pid} proves
 * nothing: it may by now be anybody's. A process is one of ours only if the kernel says that it is
 * a PostgreSQL and works in this directory.
 */
final class PostgresProcesses {
  private static final Path PROC = Path.of("/proc");
  private static final Set<String> PROGRAMS = Set.of("postgres", "initdb", "pg_ctl");
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path directory;

  PostgresProcesses(Path directory) {
    this.directory = directory;
  }

  /** The server that runs on the directory now, as its own file names it. */
  Optional<PostmasterFile> postmaster() throws IOException {
    return PostmasterFile.read(directory).filter(file -> isOurs(file.pid()));
  }

  /**
   * Waits until nothing works on the directory any more, then forgets the server that did.
   *
   * @throws CannotStartException if something still does after ten seconds
   */
  void awaitGone() throws CannotStartException, IOException {
    if (!await(all())) {
      throw new CannotStartException(
          "PostgreSQL processes still work on " + directory + " and do not end: " + pids());
    }
    // PostgreSQL itself believes a stale file whenever any process of this user has the number.
    PostmasterFile.delete(directory);
  }

  /** Ends what works on the directory: by request, and by force if that takes over ten seconds. */
  void end() throws CannotStartException, IOException {
    Optional<ProcessHandle> server =
        postmaster().flatMap(postmaster -> ProcessHandle.of(postmaster.pid()));
    server.ifPresent(ProcessHandle::destroy);
    if (!await(all())) {
      server.ifPresent(ProcessHandle::destroyForcibly);
    }
    awaitGone();
  }

  private List<ProcessHandle> all() {
    return ProcessHandle.allProcesses().filter(process -> isOurs(process.pid())).toList();
  }

  private List<Long> pids() {
    return all().stream().map(ProcessHandle::pid).toList();
  }

  private static boolean await(List<ProcessHandle> processes) {
    try {
      CompletableFuture.allOf(
              processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException stillThere) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean isOurs(long pid) {
    Path process = PROC.resolve(Long.toString(pid));
    try {
      return PROGRAMS.contains(Files.readString(process.resolve("comm")).strip())
          && (worksHere(process) || wasToldToWorkHere(process));
    } catch (IOException goneOrAnotherUsers) {
      // The directory is closed to other users: what we may not look at is not one of ours.
      return false;
    }
  }

  private boolean worksHere(Path process) throws IOException {
    return Files.readSymbolicLink(process.resolve("cwd")).equals(directory);
  }

  private boolean wasToldToWorkHere(Path process) throws IOException {
    byte[] command = Files.readAllBytes(process.resolve("cmdline"));
    return List.of(new String(command, StandardCharsets.UTF_8).split("\0"))
        .contains(directory.toString());
  }
}
