package dev.satu.bench.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What processes took of the processors, from {@code /proc}. */
final class Processor {
  /** {@code USER_HZ}, on every Linux that Java runs on. */
  private static final long TICKS_PER_SECOND = 100;

  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int ENDED_USER = 13;
  private static final int ENDED_SYSTEM = 14;

  private Processor() {}

  /** Of one process with all its threads. */
  static Duration of(long pid) throws IOException {
    return sum(pid, USER, SYSTEM);
  }

  /** Of a process and all its children, those included that have ended. */
  static Duration ofFamily(long pid) throws IOException {
    Duration all = sum(pid, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM);
    for (ProcessHandle child : ProcessHandle.of(pid).orElseThrow().children().toList()) {
      try {
        all = all.plus(of(child.pid()));
      } catch (NoSuchFileException ended) {
        // Its parent has it now; what it took since we asked the parent is lost.
      }
    }
    return all;
  }

  private static Duration sum(long pid, int... fields) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    List<String> values = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    long ticks = 0;
    for (int field : fields) {
      ticks += Long.parseLong(values.get(field));
    }
    return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
  }
}
