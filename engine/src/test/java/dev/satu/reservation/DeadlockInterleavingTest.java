package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlocks and serialisation failures in transactions of our own: begun again, never told. */
class DeadlockInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed();

  @AfterEach
  void stumblesNoMore() {
    satu.database().execute("DROP TRIGGER IF EXISTS stumbles ON event");
    satu.database().execute("DROP SEQUENCE IF EXISTS stumble CASCADE");
  }

  @Test
  void a_place_that_is_the_victim_of_a_deadlock_is_begun_again() {
    PlaceCommand command =
        PlaceCommand.of(Installed.SERVER, satu.newKey(), satu.newAsset(), new BuyerId("usr_1"));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("uses the key", c -> useKey(c, command.key()));
      var place = sessions.bStarts("places", c -> satu.satu().reservations().place(command));
      sessions.awaitBlockedBackends(1);
      // Waits for the row that the other has locked, which waits for our key. It has its answer
      // only because the other one is undone.
      sessions.a("locks the asset", c -> Blocking.lock(c, command.asset()));
      sessions.a("rolls back", Connection::rollback);

      assertThat(Replies.isHeld(place.result())).isTrue();
    }
  }

  @Test
  void a_commit_that_is_the_victim_of_a_deadlock_is_begun_again() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand command = satu.commitCommand(held.id(), satu.newName("pi"));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("uses the key", c -> useKey(c, command.key()));
      var commit = sessions.bStarts("commits", c -> satu.satu().reservations().commit(command));
      sessions.awaitBlockedBackends(1);
      sessions.a("locks the asset", c -> Blocking.lock(c, held.asset()));
      sessions.a("rolls back", Connection::rollback);

      assertThat(Replies.first(commit.result())).isInstanceOf(CommitOutcome.Committed.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01"})
  void what_fails_twice_is_begun_again_until_it_succeeds(String state) {
    AssetId asset = satu.newAsset();

    stumble(state, 2);
    Reservation held = satu.hold(asset, "usr_1");
    assertThat(attempts()).isEqualTo(3);
    stumblesNoMore();

    stumble(state, 2);
    assertThat(Replies.first(satu.commit(held.id(), satu.newName("pi"))))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(attempts()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01"})
  void what_fails_for_ever_is_busy_after_five_retries_and_does_not_burn_its_key(String state) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    CommitCommand commit = satu.commitCommand(held.id(), satu.newName("pi"));
    PlaceCommand place =
        PlaceCommand.of(Installed.SERVER, satu.newKey(), satu.newAsset(), new BuyerId("usr_1"));
    stumble(state, Integer.MAX_VALUE);

    assertThat(satu.satu().reservations().commit(commit)).isInstanceOf(Reply.Busy.class);
    assertThat(attempts()).isEqualTo(6);
    assertThat(satu.satu().reservations().place(place)).isInstanceOf(Reply.Busy.class);
    stumblesNoMore();

    assertThat(Replies.first(satu.satu().reservations().commit(commit)))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(Replies.isHeld(satu.satu().reservations().place(place))).isTrue();
  }

  /** Takes the key without a command, in the order that no command takes it: before the asset. */
  private static void useKey(Connection connection, IdempotencyKey key) throws SQLException {
    Sql.execute(connection, "SET LOCAL deadlock_timeout = '10s'");
    Sql.execute(
        connection,
        """
        INSERT INTO idempotency_key (slot, account_id, key, fingerprint, outcome, answer, created_at)
        VALUES (?, ?, ?, decode(repeat('00', 16), 'hex'), 'HELD', '{}', clock_timestamp())
        """,
        Slot.ofKey(Installed.SHOP, key.text()),
        Installed.SHOP.text(),
        key.text());
  }

  /** Lets the first so many writes of an event fail; a sequence counts, since it is not undone. */
  private static void stumble(String state, int times) {
    satu.database().execute("CREATE SEQUENCE stumble");
    satu.database()
        .execute(
            """
            CREATE OR REPLACE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF nextval('stumble') <= TG_ARGV[1]::bigint THEN
                    RAISE EXCEPTION 'stumbled' USING ERRCODE = TG_ARGV[0];
                END IF;
                RETURN NULL;
            END $$
            """);
    satu.database()
        .execute(
            "CREATE TRIGGER stumbles BEFORE INSERT ON event EXECUTE FUNCTION stumble('"
                + state
                + "', '"
                + times
                + "')");
  }

  private static long attempts() {
    return satu.database().queryLong("SELECT last_value FROM stumble");
  }
}
