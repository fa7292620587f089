package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * With a guard of the operator's verbs taken out, the promise breaks, and the invariants see it.
 */
class CatalogueControlTest {
  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();
  private final Operator operator = new Operator(satu);

  @Test
  void a_withdrawal_without_a_status_guard_takes_a_lot_from_its_holder() {
    AssetId id = satu.newAsset();
    satu.hold(id, "buyer");
    satu.database()
        .execute(
            """
            UPDATE asset SET status = 'WITHDRAWN', listed = false, withdrawn = true, hold_expires_at = NULL,
                             reservation_id = NULL, version = version + 1 WHERE id = ?
            """,
            id.text());

    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining("a HELD reservation is the one that its asset names")
        .hasMessageContaining("every version of an asset has its event");
  }

  @Test
  void a_change_without_a_version_guard_overwrites_the_one_it_has_not_seen() {
    AssetId id = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("renames", c -> rename(c, id, "First"));
      var second = sessions.bStarts("renames too", c -> rename(c, id, "Second"));
      sessions.awaitBlocked("b");
      sessions.a("ends", Connection::commit);
      assertThat(second.result()).isEqualTo(1);
      sessions.b("ends", Connection::commit);
    }
    assertThat(satu.satu().assets().find(id).orElseThrow().name()).isEqualTo("Second");
  }

  @Test
  void a_cancelled_sale_that_forgets_its_money_is_seen() {
    AssetId id = soldLot();
    satu.database()
        .execute(
            """
            UPDATE asset SET status = 'WITHDRAWN', withdrawn = true, reservation_id = NULL WHERE id = ?
            """,
            id.text());

    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining(
            "a committed reservation whose sale stands is the one that its asset is sold to");
  }

  @Test
  void money_that_is_taken_off_a_sale_that_stands_is_seen() {
    soldLot();
    satu.database()
        .execute(
            """
            UPDATE payment SET state = 'UNMATCHED', reason = 'SALE_CANCELLED', check_due_at = clock_timestamp()
            """);

    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining("a sold asset has one committed reservation, paid by one payment")
        .hasMessageContaining("a cancelled sale was told once")
        .hasMessageContaining("every unmatched payment was told once");
  }

  @Test
  void a_sale_that_comes_back_after_it_was_cancelled_is_seen() {
    AssetId id = soldLot();
    operator.cancelSale(id);
    satu.assertInvariants();
    satu.database()
        .execute("UPDATE payment SET state = 'SALE', reason = NULL, check_due_at = NULL");

    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining("no sale was told as cancelled that stands");
  }

  @Test
  void no_index_stands_on_what_a_claim_changes_so_claims_stay_hot_updates() {
    assertThat(
            satu.database()
                .queryLong(
                    """
                    SELECT count(*)
                      FROM pg_index i
                      JOIN pg_attribute a ON a.attrelid = i.indrelid
                     WHERE i.indrelid = 'asset'::regclass
                       AND a.attname IN ('status', 'hold_expires_at', 'reservation_id', 'version')
                       AND (a.attnum = ANY (i.indkey::smallint[])
                            OR pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M'))
                    """))
        .isZero();
  }

  private AssetId soldLot() {
    AssetId id = satu.newAsset();
    satu.commit(satu.hold(id, "buyer").id(), satu.newName("pi"));
    return id;
  }

  private static int rename(Connection connection, AssetId id, String name) throws SQLException {
    return Sql.execute(connection, "UPDATE asset SET name = ? WHERE id = ?", name, id.text());
  }
}
