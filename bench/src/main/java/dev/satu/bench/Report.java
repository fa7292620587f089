package dev.satu.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.SortedMap;

/** Writes a race down for the person at the terminal. */
final class Report {
  private static final int BAR_CELLS = 40;
  private static final String EIGHTHS = "▏▎▍▌▋▊▉█";

  private final PrintStream out;

  private Report(PrintStream out) {
    this.out = out;
  }

  static void print(Lot lot, Result result, PrintStream out) {
    var report = new Report(out);
    report.heading(lot, result);
    report.verdict(result.verdict());
    report.times(result);
    report.buckets(result.answerTimes());
    out.println("  verdict   " + result.verdict().sentence());
  }

  private void heading(Lot lot, Result result) {
    var buyers = result.answers().size();
    out.println(
        "Lot %s \"%s\": %d buyers, one barrier".formatted(lot.assetId(), lot.name(), buyers));
    if (!lot.isAvailable()) {
      out.println("  note      it was %s before the race".formatted(lot.status()));
    }
  }

  private void verdict(Verdict verdict) {
    if (verdict.winners().isEmpty()) {
      out.println("  winner    none");
    }
    for (var won : verdict.winners()) {
      out.println(
          "  winner    %s  %s  held until %s"
              .formatted(won.buyerId(), won.reservationId(), won.heldUntil()));
    }
    counted("refused", verdict.refused());
    counted("other", verdict.other());
  }

  private void counted(String title, SortedMap<String, Integer> kinds) {
    if (kinds.isEmpty()) {
      out.println("  %-8s  0".formatted(title));
    }
    kinds.forEach((kind, count) -> out.println("  %-8s  %d × %s".formatted(title, count, kind)));
  }

  private void times(Result result) {
    var times = result.answerTimes();
    out.println(
        "  elapsed   %s, after %s to open %d connections"
            .formatted(
                milliseconds(times.last()),
                milliseconds(result.connecting()),
                result.answers().size()));
    out.println(
        "  answers   first %s · median %s · p99 %s · last %s"
            .formatted(
                milliseconds(times.first()),
                milliseconds(times.percentile(50)),
                milliseconds(times.percentile(99)),
                milliseconds(times.last())));
  }

  private void buckets(Histogram times) {
    var buckets = times.buckets();
    var fullest = buckets.stream().mapToInt(Histogram.Bucket::count).max().orElse(1);
    for (var bucket : buckets) {
      var range = "%d–%d ms".formatted(bucket.from(), bucket.to());
      var count = bucket.count() == 0 ? "" : " " + bucket.count();
      out.println("  %14s  %s%s".formatted(range, bar(bucket.count(), fullest), count));
    }
  }

  /** A bar whose length is the share of the fullest bucket; a sliver even for nothing. */
  private static String bar(int count, int fullest) {
    var eighths = Math.max(1, count * BAR_CELLS * 8 / fullest);
    var rest = eighths % 8;
    return "█".repeat(eighths / 8) + (rest == 0 ? "" : EIGHTHS.charAt(rest - 1));
  }

  private static String milliseconds(Duration time) {
    return time.toMillis() + " ms";
  }
}
