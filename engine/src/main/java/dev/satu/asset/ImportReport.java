package dev.satu.asset;

import dev.satu.idempotency.Admission.Decision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** What is known of a file while it is imported: how many rows it has, and which are bad. */
final class ImportReport {
  private final List<BadRow> bad = new ArrayList<>();
  private long rows;

  void countRow() {
    rows++;
  }

  long rows() {
    return rows;
  }

  void add(BadRow row) {
    bad.add(row);
  }

  void addAll(Collection<BadRow> more) {
    bad.addAll(more);
  }

  /** How many more bad rows are told of; never negative. */
  int room() {
    return Math.max(0, Assets.MOST_BAD_ROWS - bad.size());
  }

  boolean isClean() {
    return bad.isEmpty();
  }

  Decision<ImportOutcome> refusal() {
    List<BadRow> inOrder =
        bad.stream()
            .sorted(Comparator.comparingLong(BadRow::line))
            .limit(Assets.MOST_BAD_ROWS)
            .toList();
    return Decision.refused(new ImportOutcome.Refused(inOrder, bad.size() < Assets.MOST_BAD_ROWS));
  }
}
