package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AccountId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.InvalidValue;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Nobody acts for another: whose hold it is not, finds nothing, changes nothing and waits for
 * nothing.
 */
class ForeignHoldInterleavingTest {
  private static final Caller OTHER_BUYER = new Caller(Installed.SHOP, new BuyerId("usr_2"));
  private static final Caller OTHER_SHOP = Caller.of(new AccountId("other-shop"));

  @RegisterExtension static final Installed satu = new Installed();

  @Test
  void B08_another_buyer_and_another_account_find_nothing_to_see_release_or_extend() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    for (Caller foreign : List.of(OTHER_BUYER, OTHER_SHOP)) {
      assertThat(reservations().find(foreign, held.id())).isEmpty();
      assertThat(Replies.first(release(foreign, held.id())))
          .isEqualTo(new ReleaseOutcome.NotFound());
      assertThat(Replies.first(extend(foreign, held.id()))).isEqualTo(new ExtendOutcome.NotFound());
    }

    assertUntouched(held);
  }

  @Test
  void B08_what_is_foreign_is_not_waited_for_so_its_lock_cannot_be_felt() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, held.asset()));

      assertThat(Replies.first(release(OTHER_BUYER, held.id())))
          .isEqualTo(new ReleaseOutcome.NotFound());
      assertThat(Replies.first(commit(OTHER_SHOP, held.id())))
          .isEqualTo(new CommitOutcome.NotFound());
    }
  }

  @Test
  void B02_no_buyer_commits_not_even_their_own_hold() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    assertThatThrownBy(() -> commit(new Caller(Installed.SHOP, held.buyer()), held.id()))
        .isInstanceOf(InvalidValue.class);
  }

  @Test
  void B02_a_made_up_or_foreign_reservation_cannot_be_committed() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    assertThat(Replies.first(commit(OTHER_SHOP, held.id())))
        .isEqualTo(new CommitOutcome.NotFound());
    assertThat(Replies.first(commit(Installed.SERVER, ReservationId.create(held.id().slot()))))
        .isEqualTo(new CommitOutcome.NotFound());

    assertUntouched(held);
    assertThat(
            satu.database()
                .queryLong("SELECT count(*) FROM payment WHERE account_id = 'other-shop'"))
        .isZero();
  }

  @Test
  void B02_B06_an_expired_hold_committed_while_the_next_owner_holds_leaves_that_hold_alone() {
    Reservation expired = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(expired, Duration.ofSeconds(-1));
    Reservation next = satu.hold(expired.asset(), "usr_2");

    assertThat(Replies.first(commit(Installed.SERVER, expired.id())))
        .isInstanceOf(CommitOutcome.TooLate.class);

    assertUntouched(next);
  }

  @Test
  void B06_an_expired_hold_cannot_be_committed_before_or_after_the_sweep() {
    Reservation unswept = satu.hold(satu.newAsset(), "usr_1");
    Reservation swept = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(swept, Duration.ofSeconds(-1));
    satu.satu().overdueSweep().runOnce(1000);
    satu.letExpireIn(unswept, Duration.ofSeconds(-1));

    assertThat(Replies.first(commit(Installed.SERVER, unswept.id())))
        .isInstanceOf(CommitOutcome.TooLate.class);
    assertThat(Replies.first(commit(Installed.SERVER, swept.id())))
        .isInstanceOf(CommitOutcome.TooLate.class);
  }

  private static Reservations reservations() {
    return satu.satu().reservations();
  }

  private static Reply<ReleaseOutcome> release(Caller by, ReservationId id) {
    return reservations().release(new ReleaseCommand(by, satu.newKey(), id));
  }

  private static Reply<ExtendOutcome> extend(Caller by, ReservationId id) {
    return reservations().extend(new ExtendCommand(by, satu.newKey(), id, Duration.ofMinutes(1)));
  }

  private static Reply<CommitOutcome> commit(Caller by, ReservationId id) {
    return reservations()
        .commit(
            new CommitCommand(
                by,
                satu.newKey(),
                id,
                new Gateway("external"),
                new PaymentRef(satu.newName("pi")),
                Optional.empty()));
  }

  private static void assertUntouched(Reservation held) {
    Reservation now = reservations().find(Installed.SERVER, held.id()).orElseThrow();
    assertThat(now.status()).isEqualTo(ReservationStatus.HELD);
    assertThat(now.json()).isEqualTo(held.json());
  }
}
