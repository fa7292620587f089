package dev.satu.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What the command line asked for; every option has a default.
 *
 * @param length how long faults strike
 * @param seed of the first run
 * @param seeds how many runs, each with the next seed
 * @param faults the names of those that may strike; empty for all
 * @param embedded whether the embedded PostgreSQL is used even where another is installed
 * @param keep whether the folder with logs and history stays
 * @param report where the report goes as Markdown
 * @param jar the server
 */
record ProveArguments(
    Duration length,
    long seed,
    int seeds,
    Set<String> faults,
    boolean embedded,
    boolean keep,
    Optional<Path> report,
    Path jar) {

  static final String USAGE =
      """
      usage: satu prove [--minutes 2] [--seed N] [--seeds 1] [--faults "NAME,NAME…"] [--embedded]
                   [--keep] [--report FILE]\
      """;

  private static final double MOST_MINUTES = 24 * 60;
  private static final int MOST_SEEDS = 10_000;
  private static final int LARGEST_RANDOM_SEED = 1_000_000;
  private static final int SECONDS_PER_MINUTE = 60;

  /** Not to be run, since it was not understood. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String why) {
      super(why + "\n" + USAGE);
    }
  }

  static ProveArguments parse(String... commandLine) throws Refused {
    Duration length = Duration.ofMinutes(2);
    long seed = ThreadLocalRandom.current().nextInt(LARGEST_RANDOM_SEED);
    int seeds = 1;
    Set<String> faults = Set.of();
    boolean embedded = false;
    boolean keep = false;
    Optional<Path> report = Optional.empty();
    Path jar = Path.of("server", "target", "quarkus-app", "quarkus-run.jar");
    Iterator<String> words = List.of(commandLine).iterator();
    while (words.hasNext()) {
      String option = words.next();
      switch (option) {
        case "--minutes" -> length = minutes(value(option, words));
        case "--seed" -> seed = number(option, value(option, words), Long.MAX_VALUE);
        case "--seeds" -> seeds = (int) number(option, value(option, words), MOST_SEEDS);
        case "--faults" -> faults = new TreeSet<>(List.of(value(option, words).split(" *, *", -1)));
        case "--embedded" -> embedded = true;
        case "--keep" -> keep = true;
        case "--report" -> report = Optional.of(Path.of(value(option, words)));
        // For the launcher, which knows where it is.
        case "--server" -> jar = Path.of(value(option, words));
        default -> throw new Refused("unknown option " + option);
      }
    }
    return new ProveArguments(
        length, seed, Math.max(1, seeds), faults, embedded, keep, report, jar.toAbsolutePath());
  }

  private static String value(String option, Iterator<String> words) throws Refused {
    if (!words.hasNext()) {
      throw new Refused(option + " needs a value");
    }
    return words.next();
  }

  private static Duration minutes(String text) throws Refused {
    try {
      double minutes = Double.parseDouble(text);
      if (minutes > 0 && minutes <= MOST_MINUTES) {
        return Duration.ofSeconds(Math.round(minutes * SECONDS_PER_MINUTE));
      }
    } catch (NumberFormatException notANumber) {
      // Told below.
    }
    throw new Refused("--minutes must be a number above 0 and up to 1440");
  }

  private static long number(String option, String text, long most) throws Refused {
    try {
      long number = Long.parseLong(text);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Told below.
    }
    throw new Refused(option + " must be a whole number from 0 to " + most);
  }

  ProveArguments withSeed(long other) {
    return new ProveArguments(length, other, 1, faults, embedded, keep, report, jar);
  }

  /** What to type to have the same plan again. */
  String command() {
    String minutes =
        length.toSeconds() % SECONDS_PER_MINUTE == 0
            ? Long.toString(length.toMinutes())
            : Double.toString(length.toSeconds() / (double) SECONDS_PER_MINUTE);
    return "./satu prove --minutes "
        + minutes
        + " --seed "
        + seed
        + (embedded ? " --embedded" : "")
        + (faults.isEmpty() ? "" : " --faults \"" + String.join(",", faults) + "\"");
  }
}
