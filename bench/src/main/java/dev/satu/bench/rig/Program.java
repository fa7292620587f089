package dev.satu.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A program that was run to its end.
 *
 * @param said all that it wrote
 * @param cpu what it and its children took of the processors
 */
record Program(String said, Duration cpu) {
  /** The last two lines of {@code times}: the shell's own, then its children's. */
  private static final Pattern TIMES =
      Pattern.compile("\\S+ \\S+\\s+(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s\\s*$");

  /**
   * Runs it, and kills it if it has not ended within the bound.
   *
   * @throws IOException with what it said, if it failed
   */
  static Program run(Duration bound, List<String> words) throws IOException {
    List<String> timed =
        new ArrayList<>(List.of("sh", "-c", "\"$@\" 2>&1; code=$?; times; exit $code", "sh"));
    timed.addAll(words);
    Process process = new ProcessBuilder(timed).redirectErrorStream(true).start();
    process.getOutputStream().close();
    CompletableFuture.delayedExecutor(bound.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> end(process));
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    int exit = process.onExit().join().exitValue();
    MatchResult times =
        TIMES
            .matcher(said)
            .results()
            .findFirst()
            .orElseThrow(() -> new IOException(words.getFirst() + " was cut off: " + said));
    if (exit != 0) {
      throw new IOException(String.join(" ", words) + " ended with " + exit + ": " + said.strip());
    }
    return new Program(
        said.substring(0, times.start()),
        seconds(times.group(1), times.group(2)).plus(seconds(times.group(3), times.group(4))));
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static Duration seconds(String minutes, String seconds) {
    return Duration.ofMinutes(Long.parseLong(minutes))
        .plusMillis(Math.round(1000 * Double.parseDouble(seconds)));
  }

  /**
   * Where a program is; installed from Debian's package where it is missing and we may.
   *
   * @param folders where to look
   */
  static Path find(String name, String debianPackage, List<Path> folders) throws IOException {
    for (int attempt = 0; attempt < 2; attempt++) {
      for (Path folder : folders) {
        if (Files.isExecutable(folder.resolve(name))) {
          return folder.resolve(name);
        }
      }
      if (attempt == 0 && !install(debianPackage)) {
        break;
      }
    }
    throw new IOException(
        name + " is not here; on Debian: apt-get install " + debianPackage + " (as root)");
  }

  private static boolean install(String debianPackage) throws IOException {
    if (!Owner.isRoot() || !Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
      return false;
    }
    System.err.println("bench: installing " + debianPackage + "…");
    // Debian's PostgreSQL makes a cluster of its own unless it is told beforehand not to.
    var installed =
        run(
            Duration.ofMinutes(5),
            List.of(
                "sh",
                "-c",
                """
                export DEBIAN_FRONTEND=noninteractive
                settings=/etc/postgresql-common/createcluster.conf
                apt-get update -qq
                case $1 in postgresql-*)
                  apt-get install -y -qq --no-install-recommends --no-upgrade postgresql-common
                  cp -p "$settings" "$settings.before-satu"
                  echo 'create_main_cluster = false' >>"$settings" ;;
                esac
                apt-get install -y -qq --no-install-recommends --no-upgrade "$1"
                code=$?
                case $1 in postgresql-*) mv "$settings.before-satu" "$settings" ;; esac
                exit $code
                """,
                "install",
                debianPackage));
    return installed.cpu().isPositive();
  }
}
