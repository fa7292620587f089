package dev.satu.imports;

import dev.satu.value.ImportId;
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
    return Math.max(0, Imports.MOST_BAD_ROWS - bad.size());
  }

  boolean isClean() {
    return bad.isEmpty();
  }

  int badRows() {
    return bad.size();
  }

  ImportOutcome.Refused refusal(ImportId id) {
    List<BadRow> inOrder =
        bad.stream()
            .sorted(Comparator.comparingLong(BadRow::line))
            .limit(Imports.MOST_BAD_ROWS)
            .toList();
    return new ImportOutcome.Refused(id, inOrder, bad.size() < Imports.MOST_BAD_ROWS);
  }
}
