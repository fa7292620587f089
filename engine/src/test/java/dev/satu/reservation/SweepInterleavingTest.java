package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.Unguarded;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.testkit.Race;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Sweeps beside each other and beside commands: guarded by the clock and the rows, never by luck.
 */
class SweepInterleavingTest {
  private static final String SWEEP = "SELECT expire_holds(100)";

  @RegisterExtension static final Installed satu = new Installed();

  @BeforeEach
  void nothingElseIsOverdue() {
    satu.satu().overdueSweep().runOnce(10_000);
  }

  @Test
  void B54_many_sweeps_at_once_end_each_overdue_hold_once() {
    List<Reservation> overdue = Stream.generate(this::overdueHold).limit(30).toList();

    var finish = Race.of(8).run(n -> satu.satu().overdueSweep().runOnce(7)).withoutFailures();
    int rest = satu.satu().overdueSweep().runOnce(100);

    assertThat(finish.values().stream().mapToInt(Integer::intValue).sum() + rest).isEqualTo(30);
    assertThat(overdue)
        .allSatisfy(hold -> assertThat(statusNow(hold)).isEqualTo(ReservationStatus.EXPIRED));
  }

  @Test
  void B54_a_second_sweep_passes_over_what_the_first_has_not_ended_yet() {
    Reservation overdue = overdueHold();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("sweeps one", c -> assertThat(Sql.queryLong(c, SWEEP)).isEqualTo(1));
      sessions.b("sweeps none", c -> assertThat(Sql.queryLong(c, SWEEP)).isZero());
      sessions.b("ends", Connection::commit);
      sessions.a("is undone", Connection::rollback);

      sessions.b("sweeps it now", c -> assertThat(Sql.queryLong(c, SWEEP)).isEqualTo(1));
      sessions.b("ends", Connection::commit);
    }
    assertThat(versionOf(overdue.asset())).isEqualTo(overdue.version() + 1);
  }

  @Test
  void B57_sweeping_again_changes_nothing() {
    Reservation overdue = overdueHold();
    assertThat(satu.satu().overdueSweep().runOnce(100)).isEqualTo(1);
    assertThat(satu.satu().overdueSweep().runOnce(100)).isZero();
    assertThat(versionOf(overdue.asset())).isEqualTo(overdue.version() + 1);
  }

  @Test
  void a_locked_asset_is_passed_over_and_swept_the_next_time_while_others_are_swept_at_once() {
    Reservation locked = overdueHold();
    Reservation free = overdueHold();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, locked.asset()));
      assertThat(satu.satu().overdueSweep().runOnce(100)).isEqualTo(1);
      assertThat(versionOf(free.asset())).isEqualTo(free.version() + 1);
      assertThat(versionOf(locked.asset())).isEqualTo(locked.version());
      sessions.a("lets go", Connection::rollback);
    }
    assertThat(satu.satu().overdueSweep().runOnce(100)).isEqualTo(1);
    assertThat(versionOf(locked.asset())).isEqualTo(locked.version() + 1);
  }

  @Test
  void a_sweep_that_runs_while_a_hold_is_taken_over_leaves_the_new_one_alone() {
    Reservation overdue = overdueHold();
    try (var sessions = TwoSessions.on(satu.database())) {
      Reservation next =
          Replies.held(
              sessions.aAnswers(
                  "takes over",
                  c ->
                      satu.satu()
                          .reservations()
                          .place(
                              c,
                              PlaceCommand.of(
                                  Installed.SERVER,
                                  satu.newKey(),
                                  overdue.asset(),
                                  new BuyerId("usr_2")))));
      assertThat(satu.satu().overdueSweep().runOnce(100)).isZero();
      sessions.a("ends", Connection::commit);
      assertThat(satu.satu().overdueSweep().runOnce(100)).isZero();
      assertThat(statusNow(next)).isEqualTo(ReservationStatus.HELD);
    }
  }

  @Test
  void a_hold_that_was_extended_after_the_sweep_chose_it_is_left_alone() {
    Reservation hold = overdueHold();
    sweepThatPauses(
        hold,
        () -> {
          // As an extension in time would have left it.
          satu.letExpireIn(hold, Duration.ofMinutes(5));
        });
    assertThat(statusNow(hold)).isEqualTo(ReservationStatus.HELD);
    assertThat(versionOf(hold.asset())).isEqualTo(hold.version());
  }

  @Test
  void a_hold_that_was_sold_after_the_sweep_chose_it_is_left_alone() {
    Reservation hold = overdueHold();
    sweepThatPauses(
        hold,
        () -> {
          satu.letExpireIn(hold, Duration.ofMinutes(5));
          assertThat(Replies.first(satu.commit(hold.id(), satu.newName("pi"))))
              .isInstanceOf(CommitOutcome.Committed.class);
        });
    assertThat(statusNow(hold)).isEqualTo(ReservationStatus.COMMITTED);
  }

  @Test
  void a_hold_that_was_taken_over_after_the_sweep_chose_it_is_left_alone() {
    Reservation hold = overdueHold();
    sweepThatPauses(hold, () -> satu.hold(hold.asset(), "usr_2"));
    assertThat(versionOf(hold.asset())).isEqualTo(hold.version() + 2);
  }

  @Test
  void a_hold_that_was_taken_over_and_is_overdue_again_is_left_to_the_next_sweep() {
    Reservation hold = overdueHold();
    sweepThatPauses(
        hold, () -> satu.letExpireIn(satu.hold(hold.asset(), "usr_2"), Duration.ofMillis(-1)));
    assertThat(versionOf(hold.asset())).isEqualTo(hold.version() + 2);
    assertThat(satu.satu().overdueSweep().runOnce(100)).isEqualTo(1);
  }

  @Test
  void a_release_that_waited_while_its_hold_was_swept_and_the_asset_held_anew_frees_nobody() {
    Reservation overdue = overdueHold();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("sweeps", c -> Sql.queryLong(c, SWEEP));
      Reservation next =
          Replies.held(
              sessions.aAnswers(
                  "holds anew",
                  c ->
                      satu.satu()
                          .reservations()
                          .place(
                              c,
                              PlaceCommand.of(
                                  Installed.SERVER,
                                  satu.newKey(),
                                  overdue.asset(),
                                  new BuyerId("usr_2")))));
      var late = sessions.bStarts("releases", c -> satu.release(overdue.id()));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(((ReleaseOutcome.Released) Replies.first(late.result())).reservation().status())
          .isEqualTo(ReservationStatus.EXPIRED);
      assertThat(statusNow(next)).isEqualTo(ReservationStatus.HELD);
      assertThat(versionOf(overdue.asset())).isEqualTo(next.version());
    }
  }

  @Test
  void the_sweep_reads_no_live_hold() {
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "sweeps among two thousand live holds",
          c -> {
            Sql.execute(
                c,
                """
                INSERT INTO reservation (slot, id, asset_id, account_id, buyer_id, created_at, expires_at)
                SELECT 1, 'res_' || n, 'lot', 'shop', 'usr', now(), now() + interval '1 hour'
                  FROM generate_series(1, 2000) n
                """);
            Sql.execute(c, "ANALYZE reservation");
            long before = reservationsRead(c);
            assertThat(Sql.queryLong(c, SWEEP)).isZero();
            assertThat(reservationsRead(c) - before).isLessThan(100);
            c.rollback();
          });
    }
  }

  private static long reservationsRead(Connection connection) throws SQLException {
    return Sql.queryLong(
        connection,
        """
        SELECT pg_stat_get_xact_tuples_returned('reservation'::regclass)
             + pg_stat_get_xact_tuples_returned('reservation_overdue'::regclass)
        """);
  }

  /**
   * Sweeps with the real statements, but stops between choosing by the plain read and locking: as a
   * node that is frozen there. Whatever happens meanwhile is committed when it goes on.
   */
  private static void sweepThatPauses(Reservation hold, Runnable meanwhile) {
    try (var sessions = TwoSessions.on(satu.database())) {
      Unguarded.expireHolds()
          .renamed("expire_holds_pausing")
          .pausingAfterItsChoice()
          .createIn(satu.database());
      sessions.a("shuts the gate", c -> gate(c, "pg_advisory_lock"));
      satu.database()
          .execute(
              """
              CREATE OR REPLACE FUNCTION gate() RETURNS boolean LANGUAGE sql VOLATILE AS
              $$ SELECT true FROM pg_advisory_xact_lock_shared(hashtext(current_schema())) $$
              """);
      var sweep =
          sessions.bStarts("sweeps", c -> Sql.queryLong(c, "SELECT expire_holds_pausing(100)"));
      sessions.awaitBlocked("b");
      meanwhile.run();
      sessions.a("opens the gate", c -> gate(c, "pg_advisory_unlock"));

      assertThat(sweep.result()).as("holds swept, besides %s", hold.id()).isZero();
      sessions.b("ends", Connection::commit);
    }
  }

  private static void gate(Connection connection, String act) throws SQLException {
    Sql.queryRows(connection, "SELECT " + act + "(hashtext(current_schema()))");
  }

  private Reservation overdueHold() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(-1));
    return held;
  }

  private static ReservationStatus statusNow(Reservation hold) {
    return satu.satu().reservations().find(Installed.SERVER, hold.id()).orElseThrow().status();
  }

  private static long versionOf(AssetId asset) {
    return satu.satu().assets().find(asset).orElseThrow().version();
  }
}
