package dev.satu.bench.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whom processes run as, and that the kernel ends them with the thread that started them. */
final class Owner {
  private static final Duration BOUND = Duration.ofSeconds(10);

  private Owner() {}

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** The words, run as a user that PostgreSQL accepts: it refuses to run as root. */
  static List<String> postgres(List<String> words) {
    List<String> all = new ArrayList<>(List.of("setpriv"));
    if (isRoot()) {
      all.addAll(List.of("--reuid", "postgres", "--regid", "postgres", "--clear-groups"));
    }
    // Last of all: a change of user would take it off again.
    all.addAll(List.of("--pdeathsig", "KILL"));
    all.addAll(words);
    return all;
  }

  /** The words, run as ourselves. */
  static List<String> self(List<String> words) {
    List<String> all = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
    all.addAll(words);
    return all;
  }

  static void giveToPostgres(Path folder) throws IOException {
    if (isRoot()) {
      var _ = Program.run(BOUND, List.of("chown", "-R", "postgres:postgres", folder.toString()));
    }
  }
}
