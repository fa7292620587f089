package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Backends;
import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Race;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Commands that fail for the database's reasons: their key is free, and works when it is sent
 * again.
 */
class KeyTroubleInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed();

  @Test
  void B33_a_row_that_stays_locked_is_busy_leaves_nothing_and_does_not_burn_the_key() {
    PlaceCommand place = newCommand();
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand commit = satu.commitCommand(held.id(), satu.newName("pi"));
    ReleaseCommand release = new ReleaseCommand(Installed.SERVER, satu.newKey(), held.id());
    ExtendCommand extend =
        new ExtendCommand(Installed.SERVER, satu.newKey(), held.id(), Duration.ofMinutes(1));
    List<Callable<Reply<?>>> commands =
        List.of(
            () -> reservations().place(place),
            () -> reservations().commit(commit),
            () -> reservations().release(release),
            () -> reservations().extend(extend));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "locks both",
          c -> {
            Blocking.lock(c, place.asset());
            Blocking.lock(c, held.asset());
          });
      var finish = Race.of(4).run(n -> commands.get(n).call()).withoutFailures();
      assertThat(finish.values()).allSatisfy(r -> assertThat(r).isInstanceOf(Reply.Busy.class));
      for (KeyedCommand command : List.of(place, commit, release, extend)) {
        assertKeyIsFree(command.key());
      }
    }

    assertThat(Replies.isHeld(reservations().place(place))).isTrue();
    assertThat(Replies.first(reservations().extend(extend)))
        .isInstanceOf(ExtendOutcome.Extended.class);
    assertThat(Replies.first(reservations().commit(commit)))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(Replies.first(reservations().release(release)))
        .isInstanceOf(ReleaseOutcome.AlreadySold.class);
  }

  @Test
  void a_key_that_stays_in_use_is_in_progress_and_leaves_nothing() {
    PlaceCommand first = newCommand();
    PlaceCommand second = command(first.key());
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    ReleaseCommand release = new ReleaseCommand(Installed.SERVER, first.key(), held.id());
    List<Callable<Reply<?>>> commands =
        List.of(() -> reservations().place(second), () -> reservations().release(release));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("uses the key and stays", c -> reservations().place(c, first));
      var finish = Race.of(2).run(n -> commands.get(n).call()).withoutFailures();

      assertThat(finish.values())
          .allSatisfy(r -> assertThat(r).isInstanceOf(Reply.InProgress.class));
      assertKeyIsFree(first.key());
      assertVersion(second.asset(), 1);
      assertVersion(held.asset(), held.version());
      sessions.a("rolls back", Connection::rollback);
    }
    assertThat(Replies.isHeld(reservations().place(second))).isTrue();
  }

  @Test
  void B33_a_full_disk_does_not_burn_the_key() {
    PlaceCommand place = newCommand();
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand commit = satu.commitCommand(held.id(), satu.newName("pi"));
    satu.database()
        .execute(
            """
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$
            """);
    satu.database()
        .execute("CREATE TRIGGER fails BEFORE INSERT ON idempotency_key EXECUTE FUNCTION fail()");

    assertThat(reservations().place(place)).isInstanceOf(Reply.Busy.class);
    assertThat(reservations().commit(commit)).isInstanceOf(Reply.Busy.class);
    satu.database().execute("DROP TRIGGER fails ON idempotency_key");

    assertThat(Replies.isHeld(reservations().place(place))).isTrue();
    assertThat(Replies.first(reservations().commit(commit)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void B33_a_statement_that_was_cancelled_does_not_burn_the_key() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, command.asset()));
      var waiting = sessions.bStarts("places", c -> reservations().place(command));
      sessions.awaitBlockedBackends(1);
      Backends.cancelTheOneThatWaits(satu.database());
      assertThat(waiting.result()).isInstanceOf(Reply.Busy.class);
    }
    assertThat(Replies.isHeld(reservations().place(command))).isTrue();
  }

  @Test
  void B32_a_transaction_that_dies_before_its_end_leaves_its_key_free() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      long backend = sessions.aAnswers("begins", Backends::of);
      Reservation lost =
          Replies.held(sessions.aAnswers("places", c -> reservations().place(c, command)));
      Backends.terminate(satu.database(), backend);

      Reservation held = Replies.held(reservations().place(command));

      assertThat(held.id()).isNotEqualTo(lost.id());
      assertThat(held.version()).isEqualTo(2);
    }
  }

  @Test
  void B32_a_retry_that_waits_behind_a_transaction_that_dies_takes_effect() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      long backend = sessions.aAnswers("begins", Backends::of);
      sessions.a("places", c -> reservations().place(c, command));
      var retry = sessions.bStarts("places again", c -> reservations().place(command));
      sessions.awaitBlockedBackends(1);
      Backends.terminate(satu.database(), backend);

      assertThat(Replies.isHeld(retry.result())).isTrue();
    }
  }

  @Test
  void B32_a_transaction_that_dies_after_its_end_answers_by_replay() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      long backend = sessions.aAnswers("begins", Backends::of);
      var first = sessions.aAnswers("places", c -> reservations().place(c, command));
      sessions.a("commits", Connection::commit);
      Backends.terminate(satu.database(), backend);

      assertThat(Replies.replayed(reservations().place(command))).isEqualTo(Replies.first(first));
    }
  }

  @Test
  void B32_a_commit_whose_connection_is_lost_before_its_end_did_nothing_and_works_again() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand command = satu.commitCommand(held.id(), satu.newName("pi"));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, held.asset()));
      var waiting = sessions.bStarts("commits", c -> reservations().commit(command));
      sessions.awaitBlockedBackends(1);
      Backends.terminateTheOneThatWaits(satu.database());
      assertThat(waiting.result()).isInstanceOf(Reply.Busy.class);
    }
    assertThat(Replies.first(reservations().commit(command)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void a_place_whose_connection_is_lost_is_unknown_and_its_key_then_tells() {
    PlaceCommand command = newCommand();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, command.asset()));
      var waiting = sessions.bStarts("places", c -> reservations().place(command));
      sessions.awaitBlockedBackends(1);
      Backends.terminateTheOneThatWaits(satu.database());
      assertThat(waiting.result()).isEqualTo(new Reply.Unknown<>());
    }
    assertThat(Replies.isHeld(reservations().place(command))).isTrue();
    assertThat(Replies.replayed(reservations().place(command)))
        .isInstanceOf(PlaceOutcome.Held.class);
  }

  private static Reservations reservations() {
    return satu.satu().reservations();
  }

  private static PlaceCommand newCommand() {
    return command(satu.newKey());
  }

  private static PlaceCommand command(IdempotencyKey key) {
    return PlaceCommand.of(Installed.SERVER, key, satu.newAsset(), new BuyerId("usr_1"));
  }

  private static void assertKeyIsFree(IdempotencyKey key) {
    assertThat(
            satu.database()
                .queryLong("SELECT count(*) FROM idempotency_key WHERE key = ?", key.text()))
        .isZero();
  }

  private static void assertVersion(AssetId asset, long version) {
    assertThat(satu.satu().assets().find(asset).orElseThrow().version()).isEqualTo(version);
  }
}
