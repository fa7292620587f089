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
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Negative controls of placing: the same interleaving with a guard in and out. With it out, the
 * fault that it is there for happens; each test has an installation of its own to break.
 */
class PlaceGuardControlTest {
  private static final String ONE_OWNER =
      "an asset has at most one reservation that holds it or was sold by it";

  private static final String LOCK = "LIMIT 1 FOR NO KEY UPDATE OF a) l ON true;";
  private static final String STATUS_GUARD =
      "a.ctid = d.tid AND a.slot = d.slot AND a.id = d.asset_id\n"
          + "           AND (a.status = 'AVAILABLE' OR a.status = 'HELD' AND a.hold_expires_at < t)";

  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  @Test
  void two_buyers_who_read_before_they_write_both_win_without_a_lock() {
    AssetId asset = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "reads that it is free", c -> assertThat(statusOf(c, asset)).isEqualTo("AVAILABLE"));
      sessions.b(
          "reads that it is free", c -> assertThat(statusOf(c, asset)).isEqualTo("AVAILABLE"));
      sessions.a("writes", c -> writeHold(c, asset, "usr_1"));
      sessions.a("commits", Connection::commit);
      sessions.b("writes", c -> writeHold(c, asset, "usr_2"));
      sessions.b("commits", Connection::commit);
    }
    assertThatThrownBy(satu::assertInvariants).hasMessageContaining(ONE_OWNER);
  }

  @Test
  void two_buyers_both_win_without_the_lock_the_status_guard_and_the_events_key() {
    unguarded().createIn(satu.database());
    satu.database().execute("ALTER TABLE event DROP CONSTRAINT event_pkey");

    assertThat(Replies.isHeld(secondWhileFirstIsOpen())).isTrue();

    assertThatThrownBy(satu::assertInvariants).hasMessageContaining(ONE_OWNER);
  }

  @Test
  void without_the_lock_alone_the_status_guard_stops_the_second_buyer_by_a_fault() {
    unlocked().createIn(satu.database());

    assertThatThrownBy(() -> secondWhileFirstIsOpen())
        .hasStackTraceContaining("a granted hold did not find its asset");
    satu.assertInvariants();
  }

  @Test
  void without_lock_and_status_guard_the_events_key_stops_the_second_buyer_by_a_fault() {
    unguarded().createIn(satu.database());

    assertThatThrownBy(() -> secondWhileFirstIsOpen()).hasStackTraceContaining("event_pkey");
    satu.assertInvariants();
  }

  @Test
  void with_all_guards_the_second_buyer_is_refused() {
    assertThat(Replies.isTaken(secondWhileFirstIsOpen())).isTrue();
    satu.assertInvariants();
  }

  @Test
  void a_statement_that_waited_and_then_decides_does_not_see_its_own_answer() {
    PlaceCommand command = place(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> reservations().place(c, command));
      var decided =
          sessions.bStarts(
              "locks and decides in one statement",
              c ->
                  Sql.queryText(
                      c,
                      """
                      SELECT hold_verdict(k.key IS NOT NULL, true, true, false, a.status,
                                          a.hold_expires_at >= clock_timestamp(), false, false, false, false)
                        FROM asset a
                        LEFT JOIN idempotency_key k ON k.slot = ? AND k.account_id = ? AND k.key = ?
                       WHERE a.slot = ? AND a.id = ? FOR NO KEY UPDATE OF a
                      """,
                      Slot.ofKey(Installed.SHOP, command.key().text()),
                      Installed.SHOP.text(),
                      command.key().text(),
                      Slot.of(command.asset()),
                      command.asset().text()));
      sessions.awaitBlocked("b");
      sessions.a("commits", Connection::commit);

      assertThat(decided.result()).isEqualTo("HELD");
    }
    assertThat(reservations().place(command)).isInstanceOf(Reply.Replay.class);
  }

  @Test
  void a_clock_read_before_the_lock_returns_a_hold_that_has_expired() {
    assertThat(ownHoldThatExpiresInTheWait(placeHoldsWithEarlyClock()))
        .isInstanceOf(PlaceOutcome.AlreadyHeld.class);
  }

  @Test
  void a_clock_read_after_the_lock_begins_the_expired_hold_anew() {
    assertThat(ownHoldThatExpiresInTheWait(Unguarded.placeHolds()))
        .isInstanceOf(PlaceOutcome.Held.class);
  }

  private static Unguarded unlocked() {
    return Unguarded.placeHolds().with(LOCK, "LIMIT 1) l ON true;");
  }

  /** Without the lock, and the row is then found by its key, whatever became of it. */
  private static Unguarded unguarded() {
    return unlocked().with(STATUS_GUARD, "a.slot = d.slot AND a.id = d.asset_id");
  }

  private static Unguarded placeHoldsWithEarlyClock() {
    return Unguarded.placeHolds()
        .with("t := clock_timestamp();\n    RETURN QUERY", "t := before;\n    RETURN QUERY");
  }

  /** Two joined places of two buyers: the second begins while the first has not ended. */
  private Reply<PlaceOutcome> secondWhileFirstIsOpen() {
    AssetId asset = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> reservations().place(c, place(asset, "usr_1")));
      var second =
          sessions.bStarts(
              "places",
              c -> {
                Reply<PlaceOutcome> reply = reservations().place(c, place(asset, "usr_2"));
                c.commit();
                return reply;
              });
      sessions.awaitBlocked("b");
      sessions.a("commits", Connection::commit);
      return second.result();
    }
  }

  private PlaceOutcome ownHoldThatExpiresInTheWait(Unguarded variant) {
    variant.createIn(satu.database());
    FixedClock clock = new FixedClock(satu.database());
    clock.make();
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.b("goes by the fixed clock", clock::rules);
      clock.set(held.expiresAt());
      sessions.a("locks", c -> Blocking.lock(c, held.asset()));
      var waiting =
          sessions.bStarts("places", c -> reservations().place(c, place(held.asset(), "usr_1")));
      sessions.awaitBlocked("b");
      clock.set(held.expiresAt().plus(Duration.ofMinutes(1)));
      sessions.a("ends", Connection::rollback);
      return Replies.first(waiting.result());
    }
  }

  private static String statusOf(Connection connection, AssetId asset) throws SQLException {
    return Sql.queryText(connection, "SELECT status FROM asset WHERE id = ?", asset.text());
  }

  private static void writeHold(Connection connection, AssetId asset, String buyer)
      throws SQLException {
    short slot = Slot.of(asset);
    String id = ReservationId.create(slot).text();
    Sql.execute(
        connection,
        """
        INSERT INTO reservation (slot, id, asset_id, account_id, buyer_id, created_at, expires_at)
        VALUES (?, ?, ?, 'shop', ?, clock_timestamp(), clock_timestamp() + interval '1 minute')
        """,
        slot,
        id,
        asset.text(),
        buyer);
    Sql.execute(
        connection,
        """
        UPDATE asset SET status = 'HELD', hold_expires_at = clock_timestamp(), reservation_id = ?,
                         version = version + 1
         WHERE slot = ? AND id = ?
        """,
        id,
        slot,
        asset.text());
  }

  private Reservations reservations() {
    return satu.satu().reservations();
  }

  private PlaceCommand place(AssetId asset, String buyer) {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId(buyer));
  }
}
