package dev.satu.faults.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that is run to its end.
 *
 * @param exit its exit code
 * @param said all that it wrote
 */
record Command(int exit, String said) {
  /** Runs it, and kills it if it has not ended within the bound. */
  static Command run(Duration bound, List<String> words) throws IOException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    CompletableFuture.delayedExecutor(bound.toMillis(), TimeUnit.MILLISECONDS)
        .execute(process::destroyForcibly);
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Command(process.onExit().join().exitValue(), said);
  }

  /**
   * Runs it.
   *
   * @throws IOException with what it said, if it failed
   */
  static String demand(Duration bound, List<String> words) throws IOException {
    Command command = run(bound, words);
    if (command.exit != 0) {
      throw new IOException(
          String.join(" ", words) + " ended with " + command.exit + ": " + command.said.strip());
    }
    return command.said;
  }

  /** Whether there is such a program and it ends well. */
  static boolean works(Duration bound, List<String> words) {
    try {
      return run(bound, words).exit == 0;
    } catch (IOException notThere) {
      return false;
    }
  }
}
