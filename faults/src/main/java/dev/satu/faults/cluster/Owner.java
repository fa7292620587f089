package dev.satu.faults.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whom processes run as, and that they end with the prover.
 *
 * @param user another user, since PostgreSQL refuses to run as root; empty for our own
 * @param group that user's group
 */
record Owner(String user, String group) {
  private static final Duration BOUND = Duration.ofSeconds(10);
  private static final List<String> CANDIDATES = List.of("postgres", "nobody");
  private static final boolean CAN_TIE =
      Command.works(BOUND, List.of("setpriv", "--pdeathsig", "KILL", "true"));

  /** Our own user. */
  static final Owner SELF = new Owner("", "");

  /** Whether we are root. */
  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Who PostgreSQL can run as. */
  static Owner ofPostgres() throws IOException {
    if (!isRoot()) {
      return SELF;
    }
    for (String user : CANDIDATES) {
      Command group = Command.run(BOUND, List.of("id", "-g", user));
      if (group.exit() == 0) {
        return new Owner(user, group.said().strip());
      }
    }
    throw new IOException("root cannot run PostgreSQL, and there is neither " + CANDIDATES);
  }

  /** The words, run as this user. */
  List<String> run(List<String> words) {
    return prefixed(List.of(), words);
  }

  /** The words, run as this user and killed by the kernel when the thread that started it ends. */
  List<String> runTied(List<String> words) {
    // Last of all: a change of user would take it off again.
    return prefixed(CAN_TIE ? List.of("--pdeathsig", "KILL") : List.of(), words);
  }

  private List<String> prefixed(List<String> tie, List<String> words) {
    List<String> all = new ArrayList<>();
    if (!user.isEmpty() || !tie.isEmpty()) {
      all.add("setpriv");
    }
    if (!user.isEmpty()) {
      all.addAll(List.of("--reuid", user, "--regid", group, "--clear-groups"));
    }
    all.addAll(tie);
    all.addAll(words);
    return all;
  }

  /** Gives it the file or folder. */
  void give(Path path) throws IOException {
    if (!user.isEmpty()) {
      Command.demand(BOUND, List.of("chown", "-R", user + ":" + group, path.toString()));
    }
  }
}
