package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.testkit.Sql;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A claim changes its asset in place (HOT): no index of {@code asset} is written, and none grows by
 * holding and releasing.
 */
class HotUpdateTest {
  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  /** How often the asset's row was changed, and how often of that in place. */
  private record Updates(long all, long hot) {}

  @Test
  void place_extend_release_expiry_and_takeover_change_an_asset_in_place() throws SQLException {
    Updates updates = updatesByALifeOfHolds();
    assertThat(updates).isEqualTo(new Updates(8, 8));
  }

  @Test
  void an_index_on_what_a_claim_changes_would_end_that() throws SQLException {
    satu.database().execute("CREATE INDEX asset_by_expiry ON asset (hold_expires_at)");
    assertThat(updatesByALifeOfHolds().hot()).isZero();
  }

  /**
   * Six changes by commands and two by the test, which moves the expiry; in one transaction, whose
   * own counts the database tells exactly.
   */
  private Updates updatesByALifeOfHolds() throws SQLException {
    AssetId asset = satu.newAsset();
    try (Connection connection = satu.database().connect()) {
      connection.setAutoCommit(false);
      Reservation first = place(connection, asset, "ada");
      satu.satu()
          .reservations()
          .extend(
              connection,
              new ExtendCommand(
                  Installed.SERVER, satu.newKey(), first.id(), Duration.ofMinutes(1)));
      satu.satu()
          .reservations()
          .release(connection, new ReleaseCommand(Installed.SERVER, satu.newKey(), first.id()));
      place(connection, asset, "bob");
      letItExpire(connection);
      place(connection, asset, "cid");
      letItExpire(connection);
      assertThat(Sql.queryLong(connection, "SELECT expire_holds(10)")).isEqualTo(1);
      Updates updates =
          new Updates(
              Sql.queryLong(
                  connection, "SELECT pg_stat_get_xact_tuples_updated('asset'::regclass)"),
              Sql.queryLong(
                  connection, "SELECT pg_stat_get_xact_tuples_hot_updated('asset'::regclass)"));
      connection.rollback();
      return updates;
    }
  }

  private Reservation place(Connection connection, AssetId asset, String buyer)
      throws SQLException {
    return Replies.held(
        satu.satu()
            .reservations()
            .place(
                connection,
                PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId(buyer))));
  }

  private static void letItExpire(Connection connection) throws SQLException {
    Sql.execute(
        connection,
        """
        UPDATE reservation SET expires_at = created_at + interval '1 microsecond' WHERE status = 'HELD'
        """);
    Sql.execute(
        connection,
        """
        UPDATE asset a SET hold_expires_at = r.expires_at
          FROM reservation r WHERE r.slot = a.slot AND r.id = a.reservation_id AND a.status = 'HELD'
        """);
  }
}
