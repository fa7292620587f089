package dev.satu.retention;

import dev.satu.database.Attempt;
import dev.satu.database.DatabaseUnavailable;
import dev.satu.database.Transactions;
import dev.satu.janitor.Sweep;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Takes away what is older than it has to be kept, by one statement a batch. Rows that others have
 * locked wait for the next pass; it waits for nobody.
 */
final class Purge implements Sweep {
  private final Transactions transactions;
  private final String name;
  private final Batch batch;
  private final Oldest oldest;

  Purge(Transactions transactions, String name, Batch batch, Oldest oldest) {
    this.transactions = transactions;
    this.name = name;
    this.batch = batch;
    this.oldest = oldest;
  }

  /** Purges up to {@code limit} rows, and returns how many. */
  @FunctionalInterface
  interface Batch {
    int purge(Connection connection, int limit) throws SQLException;
  }

  /** For how long the oldest row that is not purged yet could have been; negative: not yet. */
  @FunctionalInterface
  interface Oldest {
    Optional<Duration> overdue(Connection connection) throws SQLException;
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Purges one batch, in one transaction.
   *
   * @throws DatabaseUnavailable if the database cannot be asked now
   */
  @Override
  public int runOnce(int limit) {
    return switch (transactions.runSingle(connection -> batch.purge(connection, limit))) {
      case Attempt.Done<Integer>(Integer purged) -> purged;
      case Attempt.Failed<Integer>(var why) ->
          throw new DatabaseUnavailable(name + " not purged: " + why);
      case Attempt.Unknown<Integer>() ->
          throw new DatabaseUnavailable(name + ": connection lost while purging");
    };
  }

  @Override
  public Duration lag() {
    return transactions.read(oldest::overdue).filter(Duration::isPositive).orElse(Duration.ZERO);
  }
}
