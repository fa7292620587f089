package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.database.SqlState;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Gateway;
import dev.satu.value.PaymentRef;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One key in two transactions at once: the second waits behind the first, and is then told. */
class KeyInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed();

  @Test
  void a_request_that_waited_behind_itself_replays() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      var first = sessions.aAnswers("places", c -> join(c, command));
      var second = sessions.bStarts("places again", c -> place(command));
      sessions.awaitBlockedBackends(1);
      sessions.a("commits", Connection::commit);

      assertReplays(first, second.result());
    }
  }

  @Test
  void a_request_that_waited_behind_itself_takes_effect_if_the_first_is_undone() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      var first = sessions.aAnswers("places", c -> join(c, command));
      var second = sessions.bStarts("places again", c -> place(command));
      sessions.awaitBlockedBackends(1);
      sessions.a("rolls back", Connection::rollback);

      assertThat(Replies.held(second.result()).id()).isNotEqualTo(Replies.held(first).id());
    }
  }

  @Test
  void both_joined_the_second_replays() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      var first = sessions.aAnswers("places", c -> join(c, command));
      var second = sessions.bStarts("places again", c -> join(c, command));
      sessions.awaitBlocked("b");
      sessions.a("commits", Connection::commit);

      assertReplays(first, second.result());
    }
  }

  @Test
  void both_joined_the_second_takes_effect_if_the_first_is_undone() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> join(c, command));
      var second = sessions.bStarts("places again", c -> join(c, command));
      sessions.awaitBlocked("b");
      sessions.a("rolls back", Connection::rollback);

      assertThat(Replies.isHeld(second.result())).isTrue();
      sessions.b("commits", Connection::commit);
    }
    assertThat(Replies.replayed(place(command))).isInstanceOf(PlaceOutcome.Held.class);
  }

  @Test
  void one_transaction_of_its_own_and_one_joined_behind_the_same_row_have_one_effect() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks the asset", c -> Blocking.lock(c, command.asset()));
      var own = CompletableFuture.supplyAsync(() -> place(command));
      sessions.awaitBlockedBackends(1);
      var joined =
          sessions.bStarts(
              "joins",
              c -> {
                Reply<PlaceOutcome> reply = join(c, command);
                c.commit();
                return reply;
              });
      sessions.awaitBlocked("b");
      sessions.a("lets both go on", Connection::rollback);

      Reply<PlaceOutcome> ownReply = own.join();
      Reply<PlaceOutcome> joinedReply = joined.result();
      assertThat(Replies.heldOrReplayed(ownReply).json())
          .isEqualTo(Replies.heldOrReplayed(joinedReply).json());
      assertThat(Replies.isHeld(ownReply) != Replies.isHeld(joinedReply)).isTrue();
    }
  }

  @Test
  void a_replay_tells_the_first_answer_though_the_hold_ended_while_it_waited() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      var first = sessions.aAnswers("places", c -> join(c, command));
      sessions.a(
          "releases what it placed",
          c ->
              satu.satu()
                  .reservations()
                  .release(
                      c,
                      new ReleaseCommand(
                          Installed.SERVER, satu.newKey(), Replies.held(first).id())));
      var second = sessions.bStarts("places again", c -> place(command));
      sessions.awaitBlockedBackends(1);
      sessions.a("commits", Connection::commit);

      assertThat(second.result())
          .isEqualTo(
              new Reply.Replay<>(
                  new PlaceOutcome.Held(Replies.held(first)),
                  Optional.of(ReservationStatus.RELEASED.name())));
    }
  }

  @Test
  void the_same_key_for_another_asset_is_refused_when_the_first_commits() {
    PlaceCommand first = newCommand();
    PlaceCommand other = withKeyOf(first);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> join(c, first));
      var second = sessions.bStarts("places another", c -> place(other));
      sessions.awaitBlockedBackends(1);
      sessions.a("commits", Connection::commit);

      assertThat(second.result()).isEqualTo(new Reply.KeyReused<>());
    }
    assertUntouched(other.asset());
  }

  @Test
  void the_same_key_for_another_asset_goes_through_when_the_first_is_undone() {
    PlaceCommand first = newCommand();
    PlaceCommand other = withKeyOf(first);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> join(c, first));
      var second = sessions.bStarts("places another", c -> place(other));
      sessions.awaitBlockedBackends(1);
      sessions.a("rolls back", Connection::rollback);

      assertThat(Replies.isHeld(second.result())).isTrue();
    }
    assertUntouched(first.asset());
    assertThat(place(first)).isEqualTo(new Reply.KeyReused<>());
  }

  @Test
  void joined_the_same_key_for_another_asset_is_the_callers_to_undo() {
    PlaceCommand first = newCommand();
    PlaceCommand other = withKeyOf(first);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> join(c, first));
      var second = sessions.bStarts("places another", c -> join(c, other));
      sessions.awaitBlocked("b");
      sessions.a("commits", Connection::commit);

      assertThat(second.failure())
          .isInstanceOfSatisfying(
              SQLException.class,
              e -> assertThat(e.getSQLState()).isEqualTo(SqlState.KEY_TAKEN_CODE));
      sessions.b("rolls back", Connection::rollback);
      Reply<PlaceOutcome> again = sessions.bAnswers("asks again", c -> join(c, other));
      assertThat(again).isEqualTo(new Reply.KeyReused<>());
    }
    assertUntouched(other.asset());
  }

  @Test
  void a_commit_that_waited_behind_itself_replays_its_sale() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand command = satu.commitCommand(held.id(), satu.newName("pi"));
    try (var sessions = TwoSessions.on(satu.database())) {
      var first = sessions.aAnswers("commits", c -> satu.satu().reservations().commit(c, command));
      var second =
          sessions.bStarts("commits again", c -> satu.satu().reservations().commit(command));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(second.result())
          .isEqualTo(
              new Reply.Replay<>(
                  Replies.first(first), Optional.of(ReservationStatus.COMMITTED.name())));
    }
  }

  @Test
  void one_key_to_hold_one_asset_and_to_commit_another_has_the_first_effect_only() {
    PlaceCommand place = newCommand();
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand commit =
        new CommitCommand(
            Installed.SERVER,
            place.key(),
            held.id(),
            new Gateway("external"),
            new PaymentRef(satu.newName("pi")),
            Optional.empty());
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> join(c, place));
      var second = sessions.bStarts("commits", c -> satu.satu().reservations().commit(commit));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(second.result()).isEqualTo(new Reply.KeyReused<>());
    }
    assertThat(satu.satu().reservations().find(Installed.SERVER, held.id()).orElseThrow().status())
        .isEqualTo(ReservationStatus.HELD);
    assertThat(
            satu.database()
                .queryLong(
                    "SELECT count(*) FROM payment WHERE payment_ref = ?", commit.payment().text()))
        .isZero();
  }

  private static PlaceCommand newCommand() {
    return command(satu.newKey(), satu.newAsset());
  }

  private static PlaceCommand withKeyOf(PlaceCommand other) {
    return command(other.key(), satu.newAsset());
  }

  private static PlaceCommand command(IdempotencyKey key, AssetId asset) {
    return PlaceCommand.of(Installed.SERVER, key, asset, new BuyerId("usr_1"));
  }

  private static Reply<PlaceOutcome> place(PlaceCommand command) {
    return satu.satu().reservations().place(command);
  }

  private static Reply<PlaceOutcome> join(Connection connection, PlaceCommand command)
      throws SQLException {
    return satu.satu().reservations().place(connection, command);
  }

  private static void assertReplays(Reply<PlaceOutcome> first, Reply<PlaceOutcome> second) {
    assertThat(second)
        .isEqualTo(
            new Reply.Replay<>(Replies.first(first), Optional.of(ReservationStatus.HELD.name())));
  }

  private static void assertUntouched(AssetId asset) {
    assertThat(satu.satu().assets().find(asset).orElseThrow().version()).isEqualTo(1);
  }
}
