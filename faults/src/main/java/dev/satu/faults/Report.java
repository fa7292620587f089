package dev.satu.faults;

import dev.satu.faults.check.Violation;
import dev.satu.faults.nemesis.Bout;
import dev.satu.faults.nemesis.Fault;
import dev.satu.faults.workload.Counts;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What came of one run.
 *
 * @param faults those that could strike
 * @param bouts how each strike went
 * @param broken what is wrong beside the history: something did not come back
 * @param violations what the checker found
 */
record Report(
    ProveArguments arguments,
    String database,
    List<Fault> faults,
    List<Bout> bouts,
    Counts counts,
    Unknowns unknowns,
    Gaps gaps,
    List<String> broken,
    List<Violation> violations) {

  static final String MARKDOWN_HEAD =
      """
      | date | command | machine | calls | unknown | strikes survived | longest without success | violations |
      |---|---|---|---|---|---|---|---|
      """;

  private static final int STORIES = 3;

  /** Whether nothing is wrong. */
  boolean isClean() {
    return broken.isEmpty() && violations.isEmpty();
  }

  /** How many times a fault of each kind struck, and what came of it. */
  private record Tally(int struck, int survived, String leftOut) {}

  private Map<String, Tally> tallies() {
    Map<String, Tally> tallies = new LinkedHashMap<>();
    for (Fault fault : faults) {
      List<Bout> ofKind =
          bouts.stream().filter(bout -> bout.fault().name().equals(fault.name())).toList();
      List<Bout> struck =
          ofKind.stream().filter(bout -> !(bout.result() instanceof Bout.Result.LeftOut)).toList();
      int survived = (int) struck.stream().filter(Bout::isSurvived).count();
      String why =
          fault
              .missing()
              .or(() ->
                  ofKind.stream()
                      .map(Bout::result)
                      .filter(Bout.Result.LeftOut.class::isInstance)
                      .map(result -> ((Bout.Result.LeftOut) result).why())
                      .findFirst())
              .orElse("");
      tallies.put(fault.name(), new Tally(struck.size(), survived, why));
    }
    return tallies;
  }

  /** For a person at a terminal. */
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("seed        " + arguments.seed() + "   (" + arguments.command() + ")");
    lines.add("database    " + database);
    lines.add("calls       " + counts.total() + ": " + joined(counts.byResult()));
    counts.byAct().forEach((act, results) -> lines.add("  " + act + ": " + joined(results)));
    lines.add(
        "unknown     %d: %d had happened, %d were decided when asked again, %d are still unknown"
            .formatted(
                unknowns.total(), unknowns.happened(), unknowns.decidedLater(), unknowns.open()));
    lines.add("faults");
    tallies()
        .forEach((kind, tally) ->
            lines.add(
                "  %s: struck %d, survived %d%s"
                    .formatted(
                        kind,
                        tally.struck,
                        tally.survived,
                        tally.leftOut.isEmpty() ? "" : "; left out: " + tally.leftOut)));
    lines.add("longest without a successful command");
    longestByKind().forEach((kind, gap) -> lines.add("  " + kind + ": " + seconds(gap)));
    lines.addAll(verdict());
    return String.join("\n", lines);
  }

  private List<String> verdict() {
    List<String> lines = new ArrayList<>();
    broken.forEach(what -> lines.add("BROKEN      " + what));
    lines.add("violations  " + (broken.size() + violations.size()));
    violations.stream()
        .limit(STORIES)
        .forEach(violation -> lines.add(violation.toString().indent(2)));
    if (violations.size() > STORIES) {
      violations.stream()
          .collect(
              Collectors.groupingBy(Violation::rule, LinkedHashMap::new, Collectors.counting()))
          .forEach((rule, n) -> lines.add("  " + rule + ": " + n));
    }
    lines.add(
        isClean()
            ? "verdict     every promise held"
            : "verdict     PROMISES WERE BROKEN, see above");
    return lines;
  }

  private Map<String, Duration> longestByKind() {
    Map<String, Duration> longest = new LinkedHashMap<>();
    longest.put("in all", gaps.longest());
    for (Bout bout : bouts) {
      OptionalLong backAt = bout.backAt();
      if (backAt.isPresent()) {
        longest.merge(
            bout.fault().name(),
            gaps.longestWithin(bout.struckAt(), backAt.getAsLong()),
            (one, other) -> one.compareTo(other) > 0 ? one : other);
      }
    }
    return longest;
  }

  private static String joined(Map<String, Long> numbers) {
    return numbers.entrySet().stream()
        .map(entry -> entry.getValue() + " × " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }

  /** One line of the table in {@code docs/reliability.md}. */
  String markdown() {
    long struck = tallies().values().stream().mapToInt(Tally::struck).sum();
    long survived = tallies().values().stream().mapToInt(Tally::survived).sum();
    return "| %s | `%s` | %s | %d | %d, %d of them had happened | %d of %d | %s | %s |%n"
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            arguments.command(),
            machine(),
            counts.total(),
            unknowns.total(),
            unknowns.happened(),
            survived,
            struck,
            seconds(gaps.longest()),
            isClean() ? "none" : Integer.toString(broken.size() + violations.size()));
  }

  private String machine() {
    return "%d cores, %s %s, JDK %s, %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.version().feature(),
            database);
  }
}
