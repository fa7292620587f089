package dev.satu.reservation;

import dev.satu.database.Attempt;
import dev.satu.database.DatabaseUnavailable;
import dev.satu.database.Sql;
import dev.satu.database.Transactions;
import dev.satu.janitor.Sweep;
import java.time.Duration;

/** Writes down that overdue holds have ended, by {@code expire_holds}. No decision waits for it. */
public final class OverdueSweep implements Sweep {
  private static final String EXPIRE = "SELECT expire_holds(?) AS expired";

  private static final String OVERDUE =
      """
      SELECT extract(epoch FROM clock_timestamp() - min(r.expires_at)) AS seconds
        FROM reservation r WHERE r.status = 'HELD'
      """;

  private final Transactions transactions;

  public OverdueSweep(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public String name() {
    return "overdue holds";
  }

  /**
   * Ends up to {@code limit} overdue holds in one transaction; rows that others have locked wait
   * for the next pass.
   *
   * @throws DatabaseUnavailable if the database cannot be asked now
   */
  @Override
  public int runOnce(int limit) {
    Attempt<Integer> attempt =
        transactions.runSingle(connection ->
            Sql.first(connection, EXPIRE, row -> row.integer("expired"), limit).orElseThrow());
    return switch (attempt) {
      case Attempt.Done<Integer>(Integer expired) -> expired;
      case Attempt.Failed<Integer>(var why) -> throw new DatabaseUnavailable("not swept: " + why);
      case Attempt.Unknown<Integer>() -> throw new DatabaseUnavailable("sweep: connection lost");
    };
  }

  @Override
  public Duration lag() {
    return transactions
        .read(connection -> Sql.first(connection, OVERDUE, row -> row.secondsIfAny("seconds")))
        .flatMap(seconds -> seconds)
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }
}
