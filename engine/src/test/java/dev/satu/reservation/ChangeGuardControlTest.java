package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Blocking;
import dev.satu.Breakable;
import dev.satu.FixedClock;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.Unguarded;
import dev.satu.hold.Reservation;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.testkit.Waits;
import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Negative controls of commit, release and the sweep: see {@link PlaceGuardControlTest}. */
class ChangeGuardControlTest {
  private static final Duration SOON = Duration.ofMillis(500);

  private static final String FREE_BY_ASSET =
      """
      UPDATE asset SET status = 'AVAILABLE', hold_expires_at = NULL, reservation_id = NULL,
                       listed = true, version = version + 1
       WHERE slot = ? AND id = ?
      """;

  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  @Test
  void a_clock_that_stands_during_the_transaction_sells_a_hold_that_has_expired() {
    FixedClock frozen = new FixedClock(satu.database());
    frozen.makeItStandInEachTransaction();

    assertThat(commitThatWaitsPastExpiry(frozen)).isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void the_clock_read_after_the_lock_does_not_sell_it() {
    assertThat(commitThatWaitsPastExpiry(null)).isInstanceOf(CommitOutcome.TooLate.class);
  }

  @Test
  void one_statement_that_judges_expiry_before_its_wait_sells_a_hold_that_has_expired() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, SOON);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks only", c -> Blocking.lock(c, held.asset()));
      var sold =
          sessions.bStarts(
              "sells by one guarded statement",
              c ->
                  Sql.execute(
                      c,
                      """
                      UPDATE asset SET status = 'SOLD', listed = false, hold_expires_at = NULL
                       WHERE slot = ? AND id = ? AND status = 'HELD' AND reservation_id = ?
                         AND hold_expires_at >= clock_timestamp()
                      """,
                      Slot.of(held.asset()),
                      held.asset().text(),
                      held.id().text()));
      sessions.awaitBlocked("b");
      awaitExpiry(held);
      sessions.a("ends", Connection::commit);

      assertThat(sold.result()).isEqualTo(1);
    }
  }

  @Test
  void a_release_by_asset_without_a_status_guard_frees_what_was_sold_meanwhile() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "commits",
          c -> satu.satu().reservations().commit(c, satu.commitCommand(held.id(), "pi-1")));
      var freed = sessions.bStarts("frees the asset", c -> freeByAsset(c, held.asset()));
      sessions.awaitBlocked("b");
      sessions.a("ends", Connection::commit);
      assertThat(freed.result()).isEqualTo(1);
      sessions.b("ends", Connection::commit);
    }
    satu.hold(held.asset(), "usr_2");
    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining(
            "an asset has at most one reservation that holds it or was sold by it");
  }

  @Test
  void a_release_of_what_was_sold_meanwhile_is_refused() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "commits",
          c -> satu.satu().reservations().commit(c, satu.commitCommand(held.id(), "pi-1")));
      var release = sessions.bStarts("releases", c -> satu.release(held.id()));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);
      assertThat(Replies.first(release.result())).isInstanceOf(ReleaseOutcome.AlreadySold.class);
    }
    satu.assertInvariants();
  }

  @Test
  void a_release_by_asset_frees_the_next_owners_hold() {
    Reservation next = heldAnewAfter(satu.hold(satu.newAsset(), "usr_1"));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("releases late, by asset", c -> freeByAsset(c, next.asset()));
      sessions.a("ends", Connection::commit);
    }
    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining("a HELD reservation is the one that its asset names");
  }

  @Test
  void a_release_by_reservation_leaves_the_next_owners_hold_alone() {
    Reservation first = satu.hold(satu.newAsset(), "usr_1");
    Reservation next = heldAnewAfter(first);

    assertThat(Replies.first(satu.release(first.id()))).isInstanceOf(ReleaseOutcome.Released.class);

    assertThat(statusOf(next.asset())).isEqualTo("HELD");
    satu.assertInvariants();
  }

  @Test
  void a_sweep_that_does_not_look_again_ends_a_hold_that_was_extended() {
    Unguarded blind =
        Unguarded.expireHolds()
            .without(" AND CASE WHEN r.status = 'HELD' THEN r.expires_at < t ELSE false END\n")
            .without("\n           AND a.status = 'HELD' AND a.hold_expires_at < t");

    Reservation held = extendedAfterTheSweepChoseIt(blind);

    assertThat(statusOf(held.asset())).isEqualTo("AVAILABLE");
  }

  @Test
  void a_sweep_that_looks_again_leaves_a_hold_that_was_extended() {
    Reservation held = extendedAfterTheSweepChoseIt(Unguarded.expireHolds());

    assertThat(statusOf(held.asset())).isEqualTo("HELD");
    satu.assertInvariants();
  }

  @Test
  void a_payment_without_its_unique_key_buys_two_assets() {
    satu.database().execute("ALTER TABLE payment DROP CONSTRAINT payment_pkey");

    assertThat(onePaymentForTwo(false)).hasOnlyElementsOfType(CommitOutcome.Committed.class);
    assertThat(salesOf("pi-1")).isEqualTo(2);
  }

  @Test
  void a_payment_with_its_unique_key_buys_one() {
    assertThat(onePaymentForTwo(true).get(1)).isInstanceOf(CommitOutcome.PaymentAlreadyUsed.class);
    assertThat(salesOf("pi-1")).isEqualTo(1);
    satu.assertInvariants();
  }

  private CommitOutcome commitThatWaitsPastExpiry(@Nullable FixedClock clock) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, SOON);
    try (var sessions = TwoSessions.on(satu.database())) {
      if (clock != null) {
        sessions.b("goes by the other clock", clock::rules);
      }
      sessions.a("locks", c -> Blocking.lock(c, held.asset()));
      var commit =
          sessions.bStarts(
              "commits",
              c -> satu.satu().reservations().commit(c, satu.commitCommand(held.id(), "pi-1")));
      sessions.awaitBlocked("b");
      awaitExpiry(held);
      sessions.a("ends", Connection::rollback);
      return Replies.first(commit.result());
    }
  }

  private Reservation heldAnewAfter(Reservation first) {
    satu.letExpireIn(first, Duration.ofSeconds(-1));
    return satu.hold(first.asset(), "usr_2");
  }

  /** A sweep that stops between choosing and locking, and goes on when the hold is live again. */
  private Reservation extendedAfterTheSweepChoseIt(Unguarded sweep) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(-1));
    sweep.pausingAfterItsChoice().createIn(satu.database());
    satu.database()
        .execute(
            """
            CREATE FUNCTION gate() RETURNS boolean LANGUAGE sql VOLATILE AS
            $$ SELECT true FROM pg_advisory_xact_lock_shared(hashtext(current_schema())) $$
            """);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "shuts the gate",
          c -> Sql.queryRows(c, "SELECT pg_advisory_xact_lock(hashtext(current_schema()))"));
      var swept = sessions.bStarts("sweeps", c -> Sql.queryLong(c, "SELECT expire_holds(10)"));
      sessions.awaitBlocked("b");
      satu.letExpireIn(held, Duration.ofMinutes(5));
      sessions.a("opens the gate", Connection::commit);
      swept.result();
      sessions.b("ends", Connection::commit);
    }
    return held;
  }

  private List<CommitOutcome> onePaymentForTwo(boolean secondWaits) {
    Reservation one = satu.hold(satu.newAsset(), "usr_1");
    Reservation two = satu.hold(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      var first =
          sessions.aAnswers(
              "commits",
              c -> satu.satu().reservations().commit(c, satu.commitCommand(one.id(), "pi-1")));
      var second = sessions.bStarts("commits", c -> satu.commit(two.id(), "pi-1"));
      if (secondWaits) {
        sessions.awaitBlockedBackends(1);
      } else {
        second.result();
      }
      sessions.a("ends", Connection::commit);
      return List.of(Replies.first(first), Replies.first(second.result()));
    }
  }

  private static int freeByAsset(Connection connection, AssetId asset) throws SQLException {
    return Sql.execute(connection, FREE_BY_ASSET, Slot.of(asset), asset.text());
  }

  private void awaitExpiry(Reservation held) {
    Waits.until(
        "the hold has expired",
        Duration.ofSeconds(5),
        () ->
            satu.database()
                .queryText(
                    "SELECT expires_at < clock_timestamp() FROM reservation WHERE slot = ? AND id = ?",
                    held.id().slot(),
                    held.id().text())
                .equals("t"));
  }

  private String statusOf(AssetId asset) {
    return satu.database().queryText("SELECT status FROM asset WHERE id = ?", asset.text());
  }

  private long salesOf(String payment) {
    return satu.database()
        .queryLong(
            "SELECT count(*) FROM payment WHERE payment_ref = ? AND state = 'SALE'", payment);
  }
}
