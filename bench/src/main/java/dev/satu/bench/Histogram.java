package dev.satu.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Answer times in buckets of one round width, from zero to the slowest. */
final class Histogram {
  private static final int MOST_BUCKETS = 10;

  /** Sorted, never empty: there is no race without buyers. */
  private final List<Duration> times;

  private Histogram(List<Duration> times) {
    this.times = times;
  }

  static Histogram of(List<Duration> times) {
    if (times.isEmpty()) {
      throw new IllegalArgumentException("no answer times");
    }
    var sorted = new ArrayList<>(times);
    Collections.sort(sorted);
    return new Histogram(sorted);
  }

  /** Times from {@code from} (inclusive) to {@code to} (exclusive), in milliseconds. */
  record Bucket(long from, long to, int count) {}

  Duration first() {
    return times.getFirst();
  }

  Duration last() {
    return times.getLast();
  }

  /** The time within which {@code percent} of all were answered (nearest rank). */
  Duration percentile(int percent) {
    var rank = Math.ceilDiv(times.size() * percent, 100);
    return times.get(Math.max(rank, 1) - 1);
  }

  List<Bucket> buckets() {
    var width = width();
    var counts = new int[(int) (last().toMillis() / width) + 1];
    for (var time : times) {
      counts[(int) (time.toMillis() / width)]++;
    }
    var buckets = new ArrayList<Bucket>();
    for (var i = 0; i < counts.length; i++) {
      buckets.add(new Bucket(i * width, (i + 1) * width, counts[i]));
    }
    return buckets;
  }

  /** The smallest of 1, 2, 5, 10, 20, 50, … ms that needs no more than the allowed buckets. */
  private long width() {
    for (var power = 1L; ; power *= 10) {
      for (var step : new int[] {1, 2, 5}) {
        if (last().toMillis() / (step * power) < MOST_BUCKETS) {
          return step * power;
        }
      }
    }
  }
}
