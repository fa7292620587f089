package dev.satu.faults.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * All processes that the prover started. Closing it kills those that still live.
 *
 * <p>One thread starts them all and lives as long as the prover does: the kernel ties a process to
 * the thread that started it, not to the whole of its parent. Thread-safe.
 */
final class Offspring implements AutoCloseable {
  private final ExecutorService starter =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("offspring").daemon().factory());
  private final Set<Child> children = ConcurrentHashMap.newKeySet();

  /**
   * Starts a process that writes to the log. It inherits our environment without settings of Satu.
   */
  Child start(List<String> words, Map<String, String> environment, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("SATU_"));
    builder.environment().putAll(environment);
    Child child = new Child(onStarter(builder::start));
    children.add(child);
    return child;
  }

  private Process onStarter(Callable<Process> start) throws IOException {
    try {
      return starter.submit(start).get();
    } catch (ExecutionException e) {
      throw new IOException("cannot start a process", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while starting a process", e);
    }
  }

  @Override
  public void close() {
    children.forEach(Child::kill);
    starter.shutdown();
  }
}
