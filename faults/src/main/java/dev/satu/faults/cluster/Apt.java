package dev.satu.faults.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Debian's packages, where we are root on a Debian. */
final class Apt {
  private static final Duration BOUND = Duration.ofMinutes(5);

  private Apt() {}

  /** Installs the package if that is possible; whether it is there now. */
  static boolean install(String name) throws IOException {
    if (!Owner.isRoot() || !Command.works(BOUND, List.of("apt-get", "--version"))) {
      return false;
    }
    System.err.println("prove: installing " + name + "…");
    return Command.run(
                BOUND,
                List.of(
                    "sh",
                    "-c",
                    """
                    export DEBIAN_FRONTEND=noninteractive
                    apt-get update -qq && apt-get install -y -qq --no-install-recommends --no-upgrade "$1"
                    """,
                    "install",
                    name))
            .exit()
        == 0;
  }
}
