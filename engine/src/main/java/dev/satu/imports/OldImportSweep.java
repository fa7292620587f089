package dev.satu.imports;

import dev.satu.database.Attempt;
import dev.satu.database.DatabaseUnavailable;
import dev.satu.database.Transactions;
import dev.satu.janitor.Sweep;
import java.time.Duration;

/** Forgets how far imports were that began long ago. What they listed stays, and its story. */
public final class OldImportSweep implements Sweep {
  /** Long enough to ask what became of last month's file. */
  static final Duration KEPT = Duration.ofDays(30);

  private final Transactions transactions;
  private final ProgressStore store = new ProgressStore();

  public OldImportSweep(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public String name() {
    return "old imports";
  }

  /**
   * Forgets up to {@code limit} imports.
   *
   * @throws DatabaseUnavailable if the database cannot be asked now
   */
  @Override
  public int runOnce(int limit) {
    return switch (transactions.runSingle(connection -> store.purge(connection, KEPT, limit))) {
      case Attempt.Done<Integer>(Integer purged) -> purged;
      case Attempt.Failed<Integer>(var why) -> throw new DatabaseUnavailable("not purged: " + why);
      case Attempt.Unknown<Integer>() -> throw new DatabaseUnavailable("purge: connection lost");
    };
  }
}
