package dev.satu.bench.rig;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.postgresql.PGConnection;

/** Overdue holds that are written but not yet seen: the transaction is still open. */
public final class OverdueHolds implements AutoCloseable {
  private static final String PREFIX = "OVERDUE-";

  /** The plain rows that a hold leaves, its lot and its events included. */
  private static final List<String> WRITE =
      List.of(
          """
          INSERT INTO asset (slot, id, name, category, created_at, status, hold_expires_at, reservation_id, version)
          SELECT slot, id, 'Lot ' || id, 'overdue', '2026-01-01', 'HELD', '2026-01-03', 'res_' || id, 2 FROM overdue
          """,
          """
          INSERT INTO reservation (slot, id, asset_id, account_id, buyer_id, created_at, expires_at)
          SELECT slot, 'res_' || id, id, 'operator', 'usr_' || id, '2026-01-02', '2026-01-03' FROM overdue
          """,
          """
          INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, at)
          SELECT slot, 'asset', id, 1, nextval('event_id'), 'asset.created', 'operator', 'account:operator', '2026-01-01'
            FROM overdue
          """,
          """
          INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, buyer_id, reservation_id,
                             expires_at, at)
          SELECT slot, 'asset', id, 2, nextval('event_id'), 'asset.held', 'operator', 'account:operator', 'usr_' || id,
                 'res_' || id, '2026-01-03', '2026-01-02'
            FROM overdue
          """,
          "ANALYZE asset",
          "ANALYZE reservation");

  private final Postgres postgres;
  private final Connection connection;
  private final int number;
  private long appeared;

  private OverdueHolds(Postgres postgres, Connection connection, int number) {
    this.postgres = postgres;
    this.connection = connection;
    this.number = number;
  }

  /** Writes them, unseen. */
  public static OverdueHolds write(Postgres postgres, int number) throws IOException, SQLException {
    Connection connection = postgres.connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMPORARY TABLE overdue (slot smallint, id text) ON COMMIT DROP");
      Lots.copyIds(connection.unwrap(PGConnection.class), "overdue", PREFIX, number);
      for (String sql : WRITE) {
        statement.execute(sql);
      }
    }
    return new OverdueHolds(postgres, connection, number);
  }

  /** From now on everybody sees them. */
  public void appear() throws SQLException {
    connection.commit();
    appeared = System.nanoTime();
  }

  /** Waits until none is left, and tells how long that took since they appeared. */
  public Duration awaitSwept(Duration bound) throws IOException {
    String left =
        "SELECT count(*) FROM reservation WHERE status = 'HELD' AND expires_at < '2026-01-04'";
    Wait.until(number + " holds are swept", bound, () -> postgres.number(left) == 0);
    return Duration.ofNanos(System.nanoTime() - appeared);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
