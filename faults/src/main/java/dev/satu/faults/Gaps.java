package dev.satu.faults;

import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import java.time.Duration;
import java.util.List;

/**
 * When commands succeeded, to tell how long none did.
 *
 * @param successes instants of {@link System#nanoTime}, in their order
 */
record Gaps(List<Long> successes) {
  /**
   * Reads them from a history.
   *
   * @param began the {@link System#nanoTime} at which the history's own time is 0
   */
  static Gaps of(List<Call> calls, long began) {
    return new Gaps(
        calls.stream()
            .filter(call -> call.request().isCommand())
            .filter(call -> call.told().filter(Told::isSuccess).isPresent())
            .map(call -> began + call.answeredAt())
            .sorted()
            .toList());
  }

  /** The longest time without a success that touches this one. */
  Duration longestWithin(long from, long to) {
    long longest = 0;
    for (int i = 1; i < successes.size(); i++) {
      long before = successes.get(i - 1);
      long after = successes.get(i);
      if (after > from && before < to) {
        longest = Math.max(longest, after - before);
      }
    }
    return Duration.ofNanos(longest);
  }

  /** The longest of all. */
  Duration longest() {
    return longestWithin(Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
