package dev.satu.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.PassingTime;
import dev.satu.Replies;
import dev.satu.Unguarded;
import dev.satu.reservation.BuyerLimits;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.Reservations;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A buyer's row is only a lock: it goes when it is old, and the cap stays exact meanwhile. */
class OldBuyersInterleavingTest {
  private static final BuyerLimits ONE = new BuyerLimits(Optional.of(1), Optional.empty());
  private static final Duration LONG = Duration.ofHours(49);

  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  @Test
  void a_row_goes_when_it_is_old_and_not_before() {
    heldAndReleased();
    PassingTime.pass(satu.database(), Duration.ofHours(47));
    assertThat(purge()).isZero();
    assertThat(satu.satu().retention().buyers().lag()).isZero();

    PassingTime.pass(satu.database(), Duration.ofHours(3));
    assertThat(satu.satu().retention().buyers().lag())
        .isBetween(Duration.ofHours(2), Duration.ofHours(3));
    assertThat(purge()).isEqualTo(1);
    assertThat(rows()).isZero();
  }

  @Test
  void a_buyer_whose_row_has_gone_is_still_held_to_the_cap_of_what_they_hold() {
    reservations().place(command());
    satu.database().execute("UPDATE buyer SET made_at = made_at - interval '49 hours'");
    assertThat(purge()).isEqualTo(1);

    reservations().place(command());
    assertThat(holds()).isEqualTo(1);
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void a_row_that_a_place_has_locked_is_left() {
    heldAndReleased();
    PassingTime.pass(satu.database(), LONG);
    PlaceCommand command = command();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> reservations().place(c, command));
      assertThat(purge()).isZero();
      sessions.a("ends", Connection::commit);
    }
    assertThat(purge()).isEqualTo(1);
  }

  @Test
  void a_place_that_waits_for_a_row_that_is_deleted_makes_it_anew_and_locks_it() {
    assertThat(holdsOfTwoPlacesAroundAPurge(Unguarded.placeHolds(), true)).isEqualTo(1);
    satu.assertInvariants();
  }

  @Test
  void a_place_that_goes_on_without_the_row_lets_the_cap_be_exceeded() {
    Unguarded unlocked =
        Unguarded.placeHolds()
            .with("AND NOT q.n = ANY (buyers_n) THEN 'BUSY'", "AND false THEN 'BUSY'");
    assertThat(holdsOfTwoPlacesAroundAPurge(unlocked, false)).isEqualTo(2);
  }

  @Test
  void a_place_that_meets_a_row_under_deletion_without_patience_is_granted_on_the_narrow_lane() {
    heldAndReleased();
    PassingTime.pass(satu.database(), LONG);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("deletes the row", c -> assertThat(deleteOn(c)).isEqualTo(1));
      var waiting = sessions.bStarts("places", c -> reservations().place(command()));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);
      Replies.held(waiting.result());
    }
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void a_place_that_finds_the_row_gone_is_granted() {
    heldAndReleased();
    PassingTime.pass(satu.database(), LONG);
    purge();
    Replies.held(reservations().place(command()));
    assertThat(rows()).isEqualTo(1);
  }

  /**
   * One place waits for the buyer's row, which is deleted; while its hold is not committed yet,
   * another place asks.
   */
  private long holdsOfTwoPlacesAroundAPurge(Unguarded variant, boolean secondWaits) {
    heldAndReleased();
    variant.createIn(satu.database());
    PassingTime.pass(satu.database(), LONG);
    PlaceCommand first = command();
    PlaceCommand second = command();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks the row", c -> Sql.queryRows(c, "SELECT FROM buyer FOR UPDATE"));
      var waiting = sessions.bStarts("places", c -> reservations().place(c, first));
      sessions.awaitBlocked("b");
      sessions.a("deletes it, as a purge", c -> assertThat(deleteOn(c)).isEqualTo(1));
      sessions.a("ends", Connection::commit);
      Replies.held(waiting.result());

      var other = sessions.aStarts("places too", c -> reservations().place(c, second));
      if (secondWaits) {
        sessions.awaitBlocked("a");
      } else {
        other.result();
      }
      sessions.b("ends", Connection::commit);
      other.result();
      sessions.a("ends", Connection::commit);
    }
    return holds();
  }

  private void heldAndReleased() {
    satu.release(Replies.held(reservations().place(command())).id());
  }

  private static int deleteOn(Connection connection) throws Exception {
    return Sql.execute(connection, "DELETE FROM buyer WHERE made_at < now() - interval '48 hours'");
  }

  private Reservations reservations() {
    return satu.satu().reservations();
  }

  private PlaceCommand command() {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), satu.newAsset(), new BuyerId("usr_1"))
        .limitedTo(ONE);
  }

  private int purge() {
    return satu.satu().retention().buyers().runOnce(100);
  }

  private long rows() {
    return satu.database().queryLong("SELECT count(*) FROM buyer");
  }

  private long holds() {
    return satu.database().queryLong("SELECT count(*) FROM reservation WHERE status = 'HELD'");
  }
}
