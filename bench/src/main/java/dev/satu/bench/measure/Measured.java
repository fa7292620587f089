package dev.satu.bench.measure;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One line: ours beside theirs.
 *
 * @param row of the performance page
 * @param what is counted
 * @param ours of each round
 * @param theirs of each round
 * @param ratio of each round
 * @param details beside the line, in the file and below it
 */
public record Measured(
    String row,
    String what,
    Rounds ours,
    Rounds theirs,
    Rounds ratio,
    Map<String, Object> details) {

  /** Ours divided by theirs, round by round: neighbours share the weather. */
  static Measured of(
      String row, String what, Rounds ours, Rounds theirs, Map<String, Object> details) {
    return new Measured(
        row, what, ours, theirs, ours.dividedBy(theirs), new LinkedHashMap<>(details));
  }

  /** The one line. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%s %s: ours %s theirs %s ratio %.2f spread %.2f to %.2f (%d rounds)",
        row,
        what,
        number(ours.median()),
        number(theirs.median()),
        ratio.median(),
        ratio.least(),
        ratio.most(),
        ratio.values().size());
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
  }
}
