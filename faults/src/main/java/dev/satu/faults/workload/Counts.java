package dev.satu.faults.workload;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many calls there were.
 *
 * @param byAct per act and result; a result is a status with its error code, such as {@code 409
 *     ASSET_UNAVAILABLE}, or {@code unknown} or {@code not sent}
 */
public record Counts(SortedMap<String, SortedMap<String, Long>> byAct) {
  /** All of them. */
  public long total() {
    return byAct.values().stream()
        .flatMap(results -> results.values().stream())
        .mapToLong(n -> n)
        .sum();
  }

  /** Per result, over all acts. */
  public Map<String, Long> byResult() {
    SortedMap<String, Long> all = new TreeMap<>();
    byAct
        .values()
        .forEach(results -> results.forEach((result, n) -> all.merge(result, n, Long::sum)));
    return all;
  }
}
