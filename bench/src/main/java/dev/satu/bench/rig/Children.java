package dev.satu.bench.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** All processes that the bench keeps running. Closing it ends those that still live. */
final class Children implements AutoCloseable {
  private final Set<Process> processes = ConcurrentHashMap.newKeySet();

  /** Starts one that writes to the log. It inherits our environment without settings of Satu. */
  Process start(List<String> words, Map<String, String> environment, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("SATU_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    processes.remove(process);
  }

  @Override
  public void close() {
    processes.forEach(this::end);
  }
}
