package dev.satu.faults.check;

/**
 * When each version of an item can have been the current one, in times of the run: as far as the
 * database's clock and the answers tell.
 */
final class Periods {
  private final long[] begins;
  private final long[] begun;

  Periods(ItemCase item, DatabaseClock clock) {
    int versions = item.timeline().versions();
    begins = new long[versions + 2];
    begun = new long[versions + 2];
    long[] seen = firstSeen(item, versions);
    begins[0] = Long.MIN_VALUE;
    begun[0] = Long.MIN_VALUE;
    for (int v = 1; v <= versions; v++) {
      begins[v] = Math.max(begins[v - 1], clock.earliest(item.events().get(v - 1).at()));
    }
    begins[versions + 1] = Long.MAX_VALUE;
    begun[versions + 1] = Long.MAX_VALUE;
    for (int v = versions; v >= 1; v--) {
      // Whoever made the next version read the clock when this one was there, unless both were made
      // together.
      boolean isLast = v == versions;
      long nextAt = isLast ? Long.MAX_VALUE : clock.latest(item.events().get(v).at());
      begun[v] =
          Math.min(begun[v + 1], Math.min(seen[v], isTogether(item, v) ? begun[v + 1] : nextAt));
    }
  }

  private static boolean isTogether(ItemCase item, int version) {
    return version < item.events().size()
        && item.events().get(version).at().equals(item.events().get(version - 1).at());
  }

  /** When each version, or a later one, had been told at the latest. */
  private static long[] firstSeen(ItemCase item, int versions) {
    long[] seen = new long[versions + 1];
    java.util.Arrays.fill(seen, Long.MAX_VALUE);
    for (Telling telling : item.tellings()) {
      if (telling.version() >= 1 && telling.version() <= versions) {
        int version = (int) telling.version();
        seen[version] = Math.min(seen[version], telling.call().answeredAt());
      }
    }
    return seen;
  }

  /** How many versions it knows of. */
  int versions() {
    return begins.length - 2;
  }

  /** Not before this did the version become the current one; 0 is before there was anything. */
  long begins(int version) {
    return begins[version];
  }

  /** Not after this did the version end. */
  long ends(int version) {
    return begun[version + 1];
  }

  /** The first version that may have been the current one at this time or later. */
  int firstAt(long time) {
    int low = 0;
    int high = versions();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends(middle) >= time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
