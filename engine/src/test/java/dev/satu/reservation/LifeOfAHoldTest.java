package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import dev.satu.value.AssetId;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LifeOfAHoldTest {
  @RegisterExtension static final Installed satu = new Installed();

  @Test
  void a_free_asset_is_held_for_ten_minutes() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    assertThat(held.status()).isEqualTo(ReservationStatus.HELD);
    assertThat(Duration.between(held.createdAt(), held.expiresAt()))
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(held.version()).isEqualTo(2);
  }

  @Test
  void a_held_asset_is_sold_to_its_holder() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    var reply = satu.commit(held.id(), satu.newName("pi"));

    assertThat(reply).isInstanceOf(Reply.First.class);
    assertThat(((Reply.First<CommitOutcome>) reply).outcome())
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void an_overdue_hold_is_taken_over_without_a_sweep() {
    AssetId asset = satu.newAsset();
    Reservation first = satu.hold(asset, "usr_1");
    satu.letExpireIn(first, Duration.ofSeconds(-1));

    Reservation second = satu.hold(asset, "usr_2");

    assertThat(second.version()).isEqualTo(first.version() + 2);
    assertThat(satu.satu().reservations().find(Installed.SERVER, first.id()).orElseThrow().status())
        .isEqualTo(ReservationStatus.EXPIRED);
  }

  @Test
  void a_late_commit_leaves_its_payment_unmatched() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(-1));

    var reply = satu.commit(held.id(), satu.newName("pi"));

    assertThat(((Reply.First<CommitOutcome>) reply).outcome())
        .isInstanceOf(CommitOutcome.TooLate.class);
  }

  @Test
  void a_released_asset_is_free_at_once() {
    AssetId asset = satu.newAsset();
    Reservation held = satu.hold(asset, "usr_1");
    satu.release(held.id());
    assertThat(satu.hold(asset, "usr_2").id()).isNotEqualTo(held.id());
  }

  @Test
  void a_hold_is_extended_once() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    var first = satu.extend(held.id(), Duration.ofMinutes(5));
    var second = satu.extend(held.id(), Duration.ofMinutes(5));
    assertThat(((Reply.First<ExtendOutcome>) first).outcome())
        .isInstanceOfSatisfying(
            ExtendOutcome.Extended.class,
            e ->
                assertThat(e.reservation().expiresAt())
                    .isEqualTo(held.expiresAt().plus(Duration.ofMinutes(5))));
    assertThat(((Reply.First<ExtendOutcome>) second).outcome())
        .isEqualTo(new ExtendOutcome.LimitReached(1));
  }

  @Test
  void the_sweep_frees_what_is_overdue() {
    AssetId asset = satu.newAsset();
    Reservation held = satu.hold(asset, "usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(-1));
    assertThat(satu.satu().overdueSweep().runOnce(100)).isGreaterThanOrEqualTo(1);
    assertThat(satu.satu().overdueSweep().runOnce(100)).isZero();
    satu.hold(asset, "usr_2");
  }
}
