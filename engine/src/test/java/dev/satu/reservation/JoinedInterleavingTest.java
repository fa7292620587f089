package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.ReservationId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands that join a caller's transaction: what they did is as provisional as all else in it. */
class JoinedInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed();

  private interface Joined {
    Reply<?> on(Connection connection) throws SQLException;
  }

  @Test
  void a_joined_place_that_is_rolled_back_leaves_nothing_and_its_key_free() {
    PlaceCommand command = newPlace();

    rollBack(c -> reservations().place(c, command), command.key());

    assertVersion(command.asset(), 1);
    assertThat(Replies.isHeld(reservations().place(command))).isTrue();
  }

  @Test
  void a_joined_commit_that_is_rolled_back_leaves_nothing_and_its_key_and_payment_free() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand command = satu.commitCommand(held.id(), satu.newName("pi"));

    rollBack(c -> reservations().commit(c, command), command.key());

    assertVersion(held.asset(), held.version());
    assertThat(
            satu.database()
                .queryLong(
                    "SELECT count(*) FROM payment WHERE payment_ref = ?", command.payment().text()))
        .isZero();
    assertThat(Replies.first(reservations().commit(command)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void a_joined_late_commit_that_is_rolled_back_leaves_no_unmatched_payment() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(-1));
    CommitCommand command = satu.commitCommand(held.id(), satu.newName("pi"));

    rollBack(c -> reservations().commit(c, command), command.key());

    assertVersion(held.asset(), held.version());
    assertThat(Replies.first(reservations().commit(command)))
        .isInstanceOf(CommitOutcome.TooLate.class);
  }

  @Test
  void a_joined_release_that_is_rolled_back_leaves_the_hold_and_its_key_free() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    ReleaseCommand command = new ReleaseCommand(Installed.SERVER, satu.newKey(), held.id());

    rollBack(c -> reservations().release(c, command), command.key());

    assertVersion(held.asset(), held.version());
    assertThat(Replies.isTaken(satu.place(held.asset(), "usr_2"))).isTrue();
  }

  @Test
  void a_joined_extension_that_is_rolled_back_leaves_the_expiry_and_its_key_free() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    ExtendCommand command =
        new ExtendCommand(Installed.SERVER, satu.newKey(), held.id(), Duration.ofMinutes(5));

    rollBack(c -> reservations().extend(c, command), command.key());

    assertVersion(held.asset(), held.version());
    assertThat(reservations().find(Installed.SERVER, held.id()).orElseThrow().expiresAt())
        .isEqualTo(held.expiresAt());
  }

  @Test
  void the_hold_and_the_callers_own_row_are_there_together_or_not_at_all() {
    satu.database().execute("CREATE TABLE shop_order (reservation_id text)");
    AssetId asset = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "holds and writes an order",
          c -> {
            Reservation held = Replies.held(reservations().place(c, place(asset)));
            Sql.execute(c, "INSERT INTO shop_order VALUES (?)", held.id().text());
            c.commit();
          });
      sessions.a(
          "commits the hold, and fails",
          c -> {
            Reservation held = reservationOf(asset);
            reservations().commit(c, satu.commitCommand(held.id(), satu.newName("pi")));
            c.rollback();
          });
    }
    assertThat(reservationOf(asset).status()).isEqualTo(ReservationStatus.HELD);
    assertThat(satu.database().queryText("SELECT reservation_id FROM shop_order"))
        .isEqualTo(reservationOf(asset).id().text());
  }

  @Test
  void several_commands_in_one_transaction_take_effect_together() {
    AssetId first = satu.newAsset();
    AssetId second = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "holds, sells, holds and releases",
          c -> {
            Reservation sold = Replies.held(reservations().place(c, place(first)));
            reservations().commit(c, satu.commitCommand(sold.id(), satu.newName("pi")));
            Reservation freed = Replies.held(reservations().place(c, place(second)));
            reservations()
                .release(c, new ReleaseCommand(Installed.SERVER, satu.newKey(), freed.id()));
            c.commit();
          });
    }
    assertVersion(first, 3);
    assertVersion(second, 3);
  }

  @Test
  void joining_is_refused_with_autocommit_on() {
    refusesAll(c -> c.setAutoCommit(true));
  }

  @Test
  void joining_is_refused_unless_the_transaction_is_read_committed() {
    refusesAll(c -> c.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ));
    refusesAll(c -> c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
    refusesAll(c -> Sql.execute(c, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"));
  }

  @Test
  void a_row_that_stays_locked_is_the_joined_callers_to_handle() {
    AssetId asset = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, asset));
      sessions.b("is in a hurry", c -> Sql.execute(c, "SET LOCAL lock_timeout = '100ms'"));
      var waiting = sessions.bStarts("joins", c -> reservations().place(c, place(asset)));

      assertThat(waiting.failure())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
    }
  }

  @Test
  void two_transactions_that_join_claims_in_opposite_orders_deadlock_and_one_is_told() {
    AssetId first = satu.newAsset();
    AssetId second = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("is patient", c -> Sql.execute(c, "SET LOCAL deadlock_timeout = '10s'"));
      sessions.b("looks early", c -> Sql.execute(c, "SET LOCAL deadlock_timeout = '50ms'"));
      sessions.a("holds the first", c -> reservations().place(c, place(first)));
      sessions.b("holds the second", c -> reservations().place(c, place(second)));
      var patient =
          sessions.aStarts("wants the second", c -> reservations().place(c, place(second)));
      sessions.awaitBlocked("a");
      var victim = sessions.bStarts("wants the first", c -> reservations().place(c, place(first)));

      assertThat(victim.failure())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40P01"));
      sessions.b("rolls back", Connection::rollback);
      assertThat(Replies.isHeld(patient.result())).isTrue();
      sessions.a("commits", Connection::commit);
    }
    assertVersion(first, 2);
    assertVersion(second, 2);
  }

  private static void rollBack(Joined joined, IdempotencyKey key) {
    try (var sessions = TwoSessions.on(satu.database())) {
      assertThat(sessions.<Reply<?>>aAnswers("joins", joined::on)).isInstanceOf(Reply.First.class);
      sessions.a("rolls back", Connection::rollback);
    }
    assertThat(
            satu.database()
                .queryLong("SELECT count(*) FROM idempotency_key WHERE key = ?", key.text()))
        .isZero();
  }

  private static void refusesAll(TwoSessions.Act making) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    List<Joined> all =
        List.of(
            c -> reservations().place(c, newPlace()),
            c -> reservations().commit(c, satu.commitCommand(held.id(), satu.newName("pi"))),
            c ->
                reservations()
                    .release(c, new ReleaseCommand(Installed.SERVER, satu.newKey(), held.id())),
            c ->
                reservations()
                    .extend(
                        c,
                        new ExtendCommand(
                            Installed.SERVER, satu.newKey(), held.id(), Duration.ofMinutes(1))));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("is not fit to be joined", making);
      for (Joined joined : all) {
        sessions.a(
            "joins",
            c -> assertThatThrownBy(() -> joined.on(c)).isInstanceOf(IllegalStateException.class));
      }
    }
    assertVersion(held.asset(), held.version());
  }

  private static Reservations reservations() {
    return satu.satu().reservations();
  }

  private static PlaceCommand newPlace() {
    return place(satu.newAsset());
  }

  private static PlaceCommand place(AssetId asset) {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId("usr_1"));
  }

  private static Reservation reservationOf(AssetId asset) {
    String id =
        satu.database().queryText("SELECT reservation_id FROM asset WHERE id = ?", asset.text());
    return reservations().find(Installed.SERVER, new ReservationId(id)).orElseThrow();
  }

  private static void assertVersion(AssetId asset, long version) {
    assertThat(satu.satu().assets().find(asset).orElseThrow().version()).isEqualTo(version);
  }
}
