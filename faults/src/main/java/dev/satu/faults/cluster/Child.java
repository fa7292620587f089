package dev.satu.faults.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A process of ours, with the processes that it made. Thread-safe. */
final class Child {
  private static final Duration BOUND = Duration.ofSeconds(10);

  private final Process process;

  Child(Process process) {
    this.process = process;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** {@code kill -9} of it and of all that it made; returns when they are gone. */
  void kill() {
    holdStill();
    List<ProcessHandle> all = family();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(handle -> handle.onExit().join());
  }

  /** So that it makes no process after they were listed. */
  private void holdStill() {
    try {
      signal("-STOP", List.of(process.toHandle()));
    } catch (IOException noKill) {
      throw new UncheckedIOException(noKill);
    }
  }

  /** SIGTERM to it alone; does not wait. */
  void terminate() {
    process.destroy();
  }

  /** Stops it and all that it made, where they are. */
  void freeze() throws IOException {
    signal("-STOP", family());
  }

  /** Lets them go on. */
  void thaw() throws IOException {
    signal("-CONT", family());
  }

  /** Makes it read its settings again. */
  void reload() throws IOException {
    signal("-HUP", List.of(process.toHandle()));
  }

  private List<ProcessHandle> family() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  // A process may end between the listing and the signal, so the exit code tells nothing.
  private static void signal(String signal, List<ProcessHandle> handles) throws IOException {
    List<String> words = new ArrayList<>(List.of("kill", signal));
    handles.forEach(handle -> words.add(Long.toString(handle.pid())));
    Command.run(BOUND, words);
  }
}
