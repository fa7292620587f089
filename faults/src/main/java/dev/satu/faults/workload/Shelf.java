package dev.satu.faults.workload;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The places for lots.
 *
 * @param prefix the beginning of all names of this run
 * @param hot how many of them are fought over by all
 */
record Shelf(String prefix, int places, int hot) {
  private static final int COLD_PER_HOT = 10;

  static Shelf of(WorkloadSettings settings) {
    return new Shelf(
        "p" + Long.toString(settings.seed(), Character.MAX_RADIX).replace('-', 'm'),
        settings.lots(),
        Math.max(1, settings.lots() / COLD_PER_HOT));
  }

  /** What is on it in the beginning. */
  Stream<Lot> first() {
    return IntStream.range(0, places).mapToObj(place -> new Lot(this, place, 0));
  }
}
