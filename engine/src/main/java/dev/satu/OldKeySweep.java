package dev.satu;

import dev.satu.database.Attempt;
import dev.satu.database.DatabaseUnavailable;
import dev.satu.database.Transactions;
import dev.satu.idempotency.KeyStore;
import dev.satu.janitor.Sweep;
import java.time.Duration;

/**
 * Forgets stored answers that are older than they have to be kept, so that the table stays as large
 * as its traffic. What became of the request stays: reservations, payments and events are the story
 * of the asset.
 */
public final class OldKeySweep implements Sweep {
  private final Transactions transactions;
  private final KeyStore keys;
  private final Duration kept;

  OldKeySweep(Transactions transactions, KeyStore keys, Duration kept) {
    this.transactions = transactions;
    this.keys = keys;
    this.kept = kept;
  }

  @Override
  public String name() {
    return "old keys";
  }

  /**
   * Forgets up to {@code limit} stored answers; rows that others have locked wait for the next
   * pass.
   *
   * @throws DatabaseUnavailable if the database cannot be asked now
   */
  @Override
  public int runOnce(int limit) {
    return switch (transactions.runSingle(connection -> keys.purge(connection, kept, limit))) {
      case Attempt.Done<Integer>(Integer purged) -> purged;
      case Attempt.Failed<Integer>(var why) -> throw new DatabaseUnavailable("not purged: " + why);
      case Attempt.Unknown<Integer>() -> throw new DatabaseUnavailable("purge: connection lost");
    };
  }
}
