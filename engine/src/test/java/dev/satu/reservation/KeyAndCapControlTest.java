package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.Unguarded;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Negative controls of the key and of the buyer's cap: see {@link PlaceGuardControlTest}. */
class KeyAndCapControlTest {
  private static final BuyerLimits ONE = new BuyerLimits(Optional.of(1), Optional.empty());
  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  @Test
  void a_key_looked_up_before_the_lock_only_refuses_a_request_its_own_answer() {
    keyAfterTheLockOut().createIn(satu.database());

    assertThat(Replies.first(sameKeyBehindItself()))
        .isInstanceOfSatisfying(
            PlaceOutcome.Unavailable.class,
            taken -> assertThat(taken.reason()).isEqualTo(UnavailableReason.HELD_BY_YOU));
  }

  @Test
  void a_key_looked_up_after_the_lock_gives_it_its_own_answer() {
    assertThat(sameKeyBehindItself()).isInstanceOf(Reply.Replay.class);
  }

  @Test
  void a_key_neither_looked_up_after_the_lock_nor_counted_when_stored_has_a_second_effect() {
    keyAfterTheLockOut()
        .with("IF found_rows <> stored THEN", "IF false THEN")
        .createIn(satu.database());
    assertThat(effectsOfAKeyWhoseHoldIsReleased()).isEqualTo(2);
  }

  @Test
  void a_key_counted_when_stored_has_one_effect() {
    assertThat(effectsOfAKeyWhoseHoldIsReleased()).isEqualTo(1);
  }

  @Test
  void a_cap_counted_without_the_buyers_lock_is_exceeded() {
    Unguarded.placeHolds()
        .with("b.account_id, b.id FOR NO KEY UPDATE OF b);", "b.account_id, b.id);")
        .createIn(satu.database());
    assertThat(holdsOfACappedBuyer(false)).isEqualTo(2);
  }

  @Test
  void a_cap_counted_under_the_buyers_lock_is_exact() {
    assertThat(holdsOfACappedBuyer(true)).isEqualTo(1);
  }

  private static Unguarded keyAfterTheLockOut() {
    return Unguarded.placeHolds()
        .with(
            "WHERE k.slot = p_key_slot[q.n] AND k.account_id = q.account_id AND k.key = p_key[q.n]",
            "WHERE false");
  }

  private Reply<PlaceOutcome> sameKeyBehindItself() {
    PlaceCommand command = place(satu.newAsset(), "usr_1").whenOwn(OwnHold.REFUSE);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("places", c -> reservations().place(c, command));
      var again = sessions.bStarts("places again", c -> reservations().place(c, command));
      sessions.awaitBlocked("b");
      sessions.a("commits", Connection::commit);
      return again.result();
    }
  }

  private long effectsOfAKeyWhoseHoldIsReleased() {
    PlaceCommand command = place(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      Reservation first =
          Replies.held(sessions.aAnswers("places", c -> reservations().place(c, command)));
      sessions.a(
          "releases",
          c ->
              reservations()
                  .release(c, new ReleaseCommand(Installed.SERVER, satu.newKey(), first.id())));
      var again = sessions.bStarts("places again", c -> reservations().place(command));
      sessions.awaitBlockedBackends(1);
      sessions.a("commits", Connection::commit);
      again.result();
    }
    return satu.database()
        .queryLong("SELECT count(*) FROM reservation WHERE asset_id = ?", command.asset().text());
  }

  private long holdsOfACappedBuyer(boolean secondWaits) {
    satu.release(
        Replies.held(reservations().place(place(satu.newAsset(), "usr_1").limitedTo(ONE))).id());
    try (var sessions = TwoSessions.on(satu.database())) {
      PlaceCommand first = place(satu.newAsset(), "usr_1").limitedTo(ONE);
      PlaceCommand second = place(satu.newAsset(), "usr_1").limitedTo(ONE);
      sessions.a("places", c -> reservations().place(c, first));
      var waiting = sessions.bStarts("places another", c -> reservations().place(c, second));
      if (secondWaits) {
        sessions.awaitBlocked("b");
      } else {
        waiting.result();
      }
      sessions.a("commits", Connection::commit);
      waiting.result();
      sessions.b("commits", Connection::commit);
    }
    return satu.database().queryLong("SELECT count(*) FROM reservation WHERE status = 'HELD'");
  }

  private Reservations reservations() {
    return satu.satu().reservations();
  }

  private PlaceCommand place(AssetId asset, String buyer) {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId(buyer));
  }
}
