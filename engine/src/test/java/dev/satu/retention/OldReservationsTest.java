package dev.satu.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.PassingTime;
import dev.satu.Replies;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.janitor.Sweep;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ExtendOutcome;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reservations that came to nothing go with their story; sales, and what money names, stay. */
class OldReservationsTest {
  @RegisterExtension static final Installed satu = new Installed(6);

  private static final Duration KEPT = Duration.ofDays(400);

  @BeforeEach
  void what_other_tests_left_has_gone() {
    timePasses(KEPT.plusDays(1));
    satu.satu().overdueSweep().runOnce(10_000);
    timePasses(KEPT.plusDays(1));
    purge();
  }

  @Test
  void a_released_and_an_expired_hold_go_after_their_time_and_not_before() {
    Reservation released = satu.hold(satu.newAsset(), "ada");
    satu.release(released.id());
    Reservation expired = satu.hold(satu.newAsset(), "bob");
    satu.letExpireIn(expired, Duration.ofSeconds(-1));
    satu.satu().overdueSweep().runOnce(100);

    timePasses(KEPT.minusMinutes(1));
    assertThat(purge()).isZero();
    assertThat(exists(released)).isTrue();
    assertThat(exists(expired)).isTrue();

    timePasses(Duration.ofMinutes(2));
    assertThat(purge()).isEqualTo(2);
    assertThat(exists(released)).isFalse();
    assertThat(exists(expired)).isFalse();
  }

  @Test
  void sales_cancelled_sales_late_payments_and_holds_that_nobody_ended_stay() {
    Reservation sold = satu.hold(satu.newAsset(), "ada");
    satu.commit(sold.id(), satu.newName("pi"));
    Reservation cancelled = satu.hold(satu.newAsset(), "bob");
    satu.commit(cancelled.id(), satu.newName("pi"));
    new Operator(satu).cancelSale(cancelled.asset());
    Reservation paidLate = satu.hold(satu.newAsset(), "cid");
    satu.release(paidLate.id());
    assertThat(Replies.first(satu.commit(paidLate.id(), satu.newName("pi"))))
        .isInstanceOf(CommitOutcome.TooLate.class);
    Reservation overdue = satu.hold(satu.newAsset(), "dot");

    timePasses(KEPT.plusDays(1));
    assertThat(purge()).isZero();

    for (Reservation kept : new Reservation[] {sold, cancelled, paidLate, overdue}) {
      assertThat(exists(kept)).as("%s", kept).isTrue();
    }
  }

  @Test
  void a_purged_reservation_is_as_unknown_as_one_that_never_was() {
    Reservation gone = gone(satu.newAsset());

    assertThat(satu.satu().reservations().find(Installed.SERVER, gone.id())).isEmpty();
    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          assertThat(Replies.first(satu.release(gone.id())))
              .isInstanceOf(ReleaseOutcome.NotFound.class);
          assertThat(Replies.first(satu.extend(gone.id(), Duration.ofMinutes(1))))
              .isInstanceOf(ExtendOutcome.NotFound.class);
          assertThat(Replies.first(satu.commit(gone.id(), satu.newName("pi"))))
              .isInstanceOf(CommitOutcome.NotFound.class);
        });
  }

  @Test
  void its_asset_may_be_held_as_ever() {
    AssetId asset = satu.newAsset();
    gone(asset);
    assertThat(satu.hold(asset, "bob").version()).isEqualTo(4);
  }

  @Test
  void a_stored_answer_that_outlived_its_reservation_is_replayed_without_a_present_status() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();
    Reservation hold = Replies.held(satu.place(asset, "ada", key));
    satu.release(hold.id());
    timePasses(KEPT.plusDays(1));
    assertThat(purge()).isEqualTo(1);

    Reply<PlaceOutcome> again = satu.place(asset, "ada", key);
    assertThat(again).isInstanceOf(Reply.Replay.class);
    assertThat(((Reply.Replay<PlaceOutcome>) again).statusNow()).isEqualTo(Optional.empty());
  }

  @Test
  void no_batch_is_larger_than_it_may_be_and_those_that_end_together_go_one_after_the_other() {
    for (int i = 0; i < 5; i++) {
      satu.hold(satu.newAsset(), "ada");
    }
    timePasses(Duration.ofDays(1));
    // One sweep ends all five at one instant.
    assertThat(satu.satu().overdueSweep().runOnce(100)).isEqualTo(5);
    timePasses(KEPT.plusDays(1));
    satu.satu().retention().events().runOnce(1000);

    Sweep sweep = satu.satu().retention().reservations();
    assertThat(sweep.runOnce(2)).isEqualTo(2);
    assertThat(sweep.runOnce(2)).isEqualTo(2);
    assertThat(sweep.runOnce(2)).isEqualTo(1);
    assertThat(sweep.runOnce(2)).isZero();
  }

  @Test
  void those_that_stay_are_not_looked_at_again() {
    for (int i = 0; i < 20; i++) {
      Reservation paidLate = satu.hold(satu.newAsset(), "ada");
      satu.release(paidLate.id());
      satu.commit(paidLate.id(), satu.newName("pi"));
    }
    timePasses(KEPT.plusDays(1));
    assertThat(purge()).isZero();

    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "purges again",
          c -> {
            long before = reservationsRead(c);
            assertThat(Sql.queryLong(c, "SELECT purge_reservations(100)")).isZero();
            assertThat(reservationsRead(c) - before).isLessThan(3);
          });
    }
  }

  private static long reservationsRead(Connection connection) throws SQLException {
    return Sql.queryLong(
        connection,
        """
        SELECT pg_stat_get_xact_tuples_returned('reservation'::regclass)
             + pg_stat_get_xact_tuples_returned('reservation_ended'::regclass)
        """);
  }

  @Test
  void how_long_the_oldest_could_have_been_gone_is_told() {
    satu.release(satu.hold(satu.newAsset(), "ada").id());
    timePasses(KEPT.plusHours(5));
    assertThat(satu.satu().retention().reservations().lag())
        .isBetween(Duration.ofHours(5), Duration.ofHours(6));
    purge();
    assertThat(satu.satu().retention().reservations().lag()).isZero();
  }

  private static Reservation gone(AssetId asset) {
    Reservation hold = satu.hold(asset, "ada");
    satu.release(hold.id());
    timePasses(KEPT.plusDays(1));
    assertThat(purge()).isEqualTo(1);
    return hold;
  }

  private static int purge() {
    satu.satu().retention().events().runOnce(10_000);
    return satu.satu().retention().reservations().runOnce(10_000);
  }

  private static boolean exists(Reservation hold) {
    return satu.database()
            .queryLong("SELECT count(*) FROM reservation WHERE id = ?", hold.id().text())
        == 1;
  }

  private static void timePasses(Duration time) {
    PassingTime.pass(satu.database(), time);
  }
}
