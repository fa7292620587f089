package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.asset.AssetStatus;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.ReservationId;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReleaseTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  @Test
  void a_released_asset_is_free_at_once() {
    AssetId asset = satu.newAsset();
    Reservation hold = satu.hold(asset, "buyer");

    Reservation released = released(hold.id());

    assertThat(released.status()).isEqualTo(ReservationStatus.RELEASED);
    assertThat(released.endedAt()).isPresent();
    assertThat(released.expiresAt()).isEqualTo(hold.expiresAt());
    assertThat(released.version()).isEqualTo(hold.version() + 1);
    assertThat(satu.satu().assets().find(asset).orElseThrow().status())
        .isEqualTo(AssetStatus.AVAILABLE);
    assertThat(satu.hold(asset, "next").version()).isEqualTo(hold.version() + 2);
  }

  @Test
  void releasing_again_with_a_new_key_says_the_same_and_changes_nothing() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    Reservation released = released(hold.id());

    Snapshot.assertOnlyAnswerStoredBy(
        satu, () -> assertThat(released(hold.id())).isEqualTo(released));
  }

  @Test
  void releasing_an_overdue_hold_says_expired_and_leaves_its_end_to_others() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(hold, Duration.ofSeconds(-1));

    Snapshot.assertOnlyAnswerStoredBy(
        satu,
        () -> {
          Reservation told = released(hold.id());
          assertThat(told.status()).isEqualTo(ReservationStatus.EXPIRED);
          assertThat(told.endedAt()).isEmpty();
        });
  }

  @Test
  void releasing_a_swept_hold_says_expired() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(hold, Duration.ofSeconds(-1));
    satu.satu().overdueSweep().runOnce(100);

    Snapshot.assertOnlyAnswerStoredBy(
        satu, () -> assertThat(released(hold.id()).status()).isEqualTo(ReservationStatus.EXPIRED));
  }

  @Test
  void a_late_release_never_frees_the_next_buyers_hold() {
    AssetId asset = satu.newAsset();
    Reservation first = satu.hold(asset, "buyer");
    satu.letExpireIn(first, Duration.ofSeconds(-1));
    Reservation next = satu.hold(asset, "next");

    Snapshot.assertOnlyAnswerStoredBy(
        satu, () -> assertThat(released(first.id()).status()).isEqualTo(ReservationStatus.EXPIRED));
    assertThat(satu.satu().reservations().find(Installed.SERVER, next.id())).contains(next);
  }

  @Test
  void what_is_sold_is_not_released() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    satu.commit(hold.id(), satu.newName("pi"));

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(satu.release(hold.id())))
                .isEqualTo(new ReleaseOutcome.AlreadySold()));
  }

  @Test
  void an_unknown_reservation_is_not_found() {
    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(satu.release(ReservationId.create((short) 3))))
                .isEqualTo(new ReleaseOutcome.NotFound()));
  }

  @Test
  void the_event_tells_who_released_it() {
    Reservation byServer = satu.hold(satu.newAsset(), "buyer");
    Reservation byBuyer = satu.hold(satu.newAsset(), "buyer");
    Caller buyer = new Caller(Installed.SHOP, new BuyerId("buyer"));

    satu.release(byServer.id());
    satu.satu().reservations().release(new ReleaseCommand(buyer, satu.newKey(), byBuyer.id()));

    assertThat(actorOfRelease(byServer)).isEqualTo("account:shop");
    assertThat(actorOfRelease(byBuyer)).isEqualTo("buyer:buyer");
  }

  private static String actorOfRelease(Reservation hold) {
    return satu.database()
        .queryText(
            "SELECT actor FROM event WHERE reservation_id = ? AND kind = 'asset.released'",
            hold.id().text());
  }

  private static Reservation released(ReservationId id) {
    return Answers.first(satu.release(id), ReleaseOutcome.Released.class).reservation();
  }
}
