package dev.satu.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.PassingTime;
import dev.satu.Replies;
import dev.satu.Unguarded;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.CommitCommand;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ExtendOutcome;
import dev.satu.reservation.ReleaseCommand;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The purge of an ended reservation beside late commands about it. It takes the asset's lock, as
 * whoever changes a reservation does, and looks again under it; the control shows what happens
 * without.
 */
class PurgeInterleavingTest {
  private static final String PURGE = "SELECT purge_reservations(100)";
  private static final Duration LONG = Duration.ofDays(401);

  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  @Test
  void a_reservation_that_a_late_commit_is_about_to_name_is_left_and_then_kept() {
    Reservation old = oldReservation();
    CommitCommand late = satu.commitCommand(old.id(), "pi_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      Reply<CommitOutcome> told =
          sessions.aAnswers("commits too late", c -> satu.satu().reservations().commit(c, late));
      sessions.b("passes it over", c -> assertThat(Sql.queryLong(c, PURGE)).isZero());
      sessions.b("ends", Connection::commit);
      sessions.a("ends", Connection::commit);

      assertThat(Replies.first(told)).isInstanceOf(CommitOutcome.TooLate.class);
      sessions.b("finds it named", c -> assertThat(Sql.queryLong(c, PURGE)).isZero());
      sessions.b("ends", Connection::commit);
    }
    assertThat(rows("payment")).isEqualTo(1);
    assertThat(rows("reservation")).isEqualTo(1);
    satu.assertInvariants();
  }

  @Test
  void without_the_assets_lock_a_payment_would_name_nothing() {
    Unguarded.purgeReservations()
        .with("ORDER BY a.slot, a.id FOR NO KEY UPDATE OF a SKIP LOCKED", "")
        .createIn(satu.database());
    Reservation old = oldReservation();
    CommitCommand late = satu.commitCommand(old.id(), "pi_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("commits too late", c -> satu.satu().reservations().commit(c, late));
      sessions.b("deletes it", c -> assertThat(Sql.queryLong(c, PURGE)).isEqualTo(1));
      sessions.b("ends", Connection::commit);
      sessions.a("ends", Connection::commit);
    }
    assertThat(rows("payment")).isEqualTo(1);
    assertThat(rows("reservation")).isZero();
  }

  @Test
  void without_looking_again_under_the_lock_a_payment_would_name_nothing() {
    assertThat(paymentRecordedWhileThePurgePauses(Unguarded.purgeReservations())).isEqualTo(1);
    assertThat(
            paymentRecordedWhileThePurgePauses(
                Unguarded.purgeReservations().with("THEN NOT EXISTS", "THEN true OR NOT EXISTS")))
        .isZero();
  }

  /** How many reservations are left of one that is named after it was chosen. */
  private long paymentRecordedWhileThePurgePauses(Unguarded purge) {
    Reservation old = oldReservation();
    long before = rows("reservation") - 1;
    try (var sessions = TwoSessions.on(satu.database())) {
      satu.database()
          .execute(
              """
              CREATE OR REPLACE FUNCTION gate() RETURNS boolean LANGUAGE sql VOLATILE AS
              $$ SELECT true FROM pg_advisory_xact_lock_shared(hashtext(current_schema())) $$
              """);
      purge
          .renamed("purge_pausing")
          .with("ORDER BY r.ended_at LIMIT", "AND gate() ORDER BY r.ended_at LIMIT")
          .createIn(satu.database());
      sessions.a("shuts the gate", c -> gate(c, "pg_advisory_lock"));
      var purged = sessions.bStarts("purges", c -> Sql.queryLong(c, "SELECT purge_pausing(100)"));
      sessions.awaitBlocked("b");
      assertThat(Replies.first(satu.commit(old.id(), satu.newName("pi"))))
          .isInstanceOf(CommitOutcome.TooLate.class);
      sessions.a("opens the gate", c -> gate(c, "pg_advisory_unlock"));
      purged.result();
      sessions.b("ends", Connection::commit);
    }
    return rows("reservation") - before;
  }

  private static void gate(Connection connection, String act) throws Exception {
    Sql.queryRows(connection, "SELECT " + act + "(hashtext(current_schema()))");
  }

  @Test
  void a_late_commit_that_waits_while_its_reservation_is_deleted_records_nothing() {
    Reservation old = oldReservation();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("deletes it", c -> assertThat(Sql.queryLong(c, PURGE)).isEqualTo(1));
      var late = sessions.bStarts("commits too late", c -> satu.commit(old.id(), "pi_1"));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);
      assertThat(Replies.first(late.result())).isInstanceOf(CommitOutcome.NotFound.class);
    }
    assertThat(rows("payment")).isZero();
    satu.assertInvariants();
  }

  @Test
  void a_second_release_that_waits_while_its_reservation_is_deleted_is_told_that_it_is_unknown() {
    Reservation old = oldReservation();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("deletes it", c -> assertThat(Sql.queryLong(c, PURGE)).isEqualTo(1));
      var again = sessions.bStarts("releases again", c -> satu.release(old.id()));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);
      assertThat(Replies.first(again.result())).isInstanceOf(ReleaseOutcome.NotFound.class);
    }
    satu.assertInvariants();
  }

  @Test
  void an_extension_that_waits_while_its_reservation_is_deleted_is_told_that_it_is_unknown() {
    Reservation old = oldReservation();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("deletes it", c -> assertThat(Sql.queryLong(c, PURGE)).isEqualTo(1));
      var late = sessions.bStarts("extends", c -> satu.extend(old.id(), Duration.ofMinutes(1)));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);
      assertThat(Replies.first(late.result())).isInstanceOf(ExtendOutcome.NotFound.class);
    }
  }

  @Test
  void a_second_release_under_way_keeps_what_it_tells_of() {
    Reservation old = oldReservation();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "releases again",
          c ->
              satu.satu()
                  .reservations()
                  .release(c, new ReleaseCommand(Installed.SERVER, satu.newKey(), old.id())));
      sessions.b("passes it over", c -> assertThat(Sql.queryLong(c, PURGE)).isZero());
      sessions.b("ends", Connection::commit);
      sessions.a("ends", Connection::commit);
      sessions.b("deletes it now", c -> assertThat(Sql.queryLong(c, PURGE)).isEqualTo(1));
      sessions.b("ends", Connection::commit);
    }
    satu.assertInvariants();
  }

  @Test
  void a_locked_asset_keeps_its_own_reservations_for_the_next_pass_and_no_others() {
    Reservation locked = satu.hold(satu.newAsset(), "ada");
    satu.release(locked.id());
    Reservation free = satu.hold(satu.newAsset(), "bob");
    satu.release(free.id());
    storyIsOver();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, locked.asset()));
      assertThat(satu.satu().retention().reservations().runOnce(100)).isEqualTo(1);
      sessions.a("lets go", Connection::rollback);
    }
    assertThat(satu.satu().retention().reservations().runOnce(100)).isEqualTo(1);
    assertThat(rows("reservation")).isZero();
  }

  @Test
  void a_second_node_leaves_the_purge_to_the_first_and_does_not_wait() {
    oldReservation();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("purges", c -> assertThat(Sql.queryLong(c, PURGE)).isEqualTo(1));
      sessions.b("finds the floor locked", c -> assertThat(Sql.queryLong(c, PURGE)).isZero());
      sessions.b("ends", Connection::commit);
      sessions.a("is undone", Connection::rollback);
    }
    assertThat(satu.satu().retention().reservations().runOnce(100)).isEqualTo(1);
  }

  private Reservation oldReservation() {
    Reservation hold = satu.hold(satu.newAsset(), "ada");
    satu.release(hold.id());
    storyIsOver();
    return hold;
  }

  private void storyIsOver() {
    PassingTime.pass(satu.database(), LONG);
    satu.satu().retention().events().runOnce(1000);
  }

  private long rows(String table) {
    return satu.database().queryLong("SELECT count(*) FROM " + table);
  }
}
