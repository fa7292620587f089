package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExtendTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final Duration A_MICROSECOND = Duration.ofNanos(1000);

  @Test
  void an_extension_adds_to_the_expiry_of_a_live_hold() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");

    Reservation extended = extended(hold, Duration.ofMinutes(7));

    assertThat(extended.expiresAt()).isEqualTo(hold.expiresAt().plus(Duration.ofMinutes(7)));
    assertThat(extended.createdAt()).isEqualTo(hold.createdAt());
    assertThat(extended.status()).isEqualTo(ReservationStatus.HELD);
    assertThat(extended.version()).isEqualTo(hold.version() + 1);
    assertThat(extended.json()).contains("\"extensions\":1");
  }

  @Test
  void a_hold_is_extended_once_and_no_more() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    extended(hold, Duration.ofSeconds(1));

    assertRefused(hold, Duration.ofSeconds(1), new ExtendOutcome.LimitReached(1));
  }

  @Test
  void a_hold_of_ten_minutes_may_last_thirty_from_its_beginning() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    Instant latest = hold.createdAt().plus(Duration.ofMinutes(30));

    assertRefused(
        hold, Duration.ofMinutes(20).plus(A_MICROSECOND), new ExtendOutcome.TooLong(latest));
    assertThat(extended(hold, Duration.ofMinutes(20)).expiresAt()).isEqualTo(latest);
  }

  @Test
  void a_refused_extension_does_not_use_up_the_one_that_is_allowed() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    satu.extend(hold.id(), Duration.ofHours(24));

    extended(hold, Duration.ofMinutes(1));
  }

  @Test
  void where_the_asset_allows_more_than_thirty_minutes_its_own_length_is_the_window() {
    AssetId asset = satu.newAsset(Duration.ofMinutes(45));
    Reservation hold = holdFor(asset, Duration.ofMinutes(5));
    Instant latest = hold.createdAt().plus(Duration.ofMinutes(45));

    assertRefused(
        hold, Duration.ofMinutes(40).plus(A_MICROSECOND), new ExtendOutcome.TooLong(latest));
    assertThat(extended(hold, Duration.ofMinutes(40)).expiresAt()).isEqualTo(latest);
  }

  @Test
  void where_the_asset_allows_less_than_thirty_minutes_they_are_the_window() {
    AssetId asset = satu.newAsset(Duration.ofMinutes(1));
    Reservation hold = satu.hold(asset, "buyer");
    Instant latest = hold.createdAt().plus(Duration.ofMinutes(30));

    assertRefused(
        hold, Duration.ofMinutes(29).plus(A_MICROSECOND), new ExtendOutcome.TooLong(latest));
    assertThat(extended(hold, Duration.ofMinutes(29)).expiresAt()).isEqualTo(latest);
  }

  @Test
  void a_hold_that_fills_its_window_from_the_start_is_not_extended() {
    Reservation hold = satu.hold(satu.newAsset(Duration.ofHours(1)), "buyer");

    assertRefused(hold, Duration.ofSeconds(1), new ExtendOutcome.TooLong(hold.expiresAt()));
  }

  @Test
  void no_hold_lasts_longer_than_a_day() {
    AssetId asset = satu.newAsset(Duration.ofHours(24));
    Reservation hold = holdFor(asset, Duration.ofHours(23));
    Instant latest = hold.createdAt().plus(Duration.ofHours(24));

    assertRefused(hold, Duration.ofHours(1).plus(A_MICROSECOND), new ExtendOutcome.TooLong(latest));
    assertThat(extended(hold, Duration.ofHours(1)).expiresAt()).isEqualTo(latest);
  }

  @Test
  void an_extension_is_one_second_to_one_day() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");

    for (Duration bad :
        new Duration[] {
          Duration.ZERO,
          Duration.ofSeconds(-60),
          Duration.ofSeconds(1).minusNanos(1),
          Duration.ofHours(24).plusNanos(1),
          Duration.ofSeconds(Long.MAX_VALUE)
        }) {
      assertThatThrownBy(() -> new ExtendCommand(Installed.SERVER, satu.newKey(), hold.id(), bad))
          .isInstanceOf(InvalidValue.class)
          .hasMessageStartingWith("extend_by ");
    }
  }

  @Test
  void an_ended_hold_is_never_revived() {
    Reservation overdue = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(overdue, Duration.ofMillis(-1));
    Reservation released = satu.hold(satu.newAsset(), "buyer");
    satu.release(released.id());

    assertEnded(overdue, ReservationStatus.EXPIRED);
    assertEnded(released, ReservationStatus.RELEASED);
    satu.satu().overdueSweep().runOnce(100);
    assertEnded(overdue, ReservationStatus.EXPIRED);
  }

  @Test
  void a_sale_is_not_extended() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    satu.commit(hold.id(), satu.newName("pi"));

    assertRefused(hold, Duration.ofMinutes(1), new ExtendOutcome.AlreadySold());
  }

  @Test
  void an_unknown_reservation_is_not_found() {
    assertThat(Answers.first(satu.extend(ReservationId.create((short) 9), Duration.ofMinutes(1))))
        .isEqualTo(new ExtendOutcome.NotFound());
  }

  /** B14: every other step leaves the time that the seller gave. */
  @Test
  void the_expiry_changes_by_extending_and_by_nothing_else() {
    AssetId asset = createWithPrice(Duration.ofHours(1));
    IdempotencyKey key = satu.newKey();
    Reservation hold =
        Answers.first(satu.place(asset, "buyer", key), PlaceOutcome.Held.class).reservation();
    assertThat(hold.expiresAt()).isEqualTo(hold.createdAt().plus(Duration.ofHours(1)));

    satu.place(asset, "buyer", key);
    assertThat(expiry(hold)).isEqualTo(hold.expiresAt());
    satu.place(asset, "buyer");
    assertThat(expiry(hold)).isEqualTo(hold.expiresAt());
    satu.place(asset, "other");
    assertThat(expiry(hold)).isEqualTo(hold.expiresAt());
    satu.commit(hold.id(), satu.newName("pi"));
    assertThat(expiry(hold)).isEqualTo(hold.expiresAt());
    satu.extend(hold.id(), Duration.ofHours(24));
    assertThat(expiry(hold)).isEqualTo(hold.expiresAt());
    satu.satu().overdueSweep().runOnce(100);
    assertThat(expiry(hold)).isEqualTo(hold.expiresAt());
    satu.release(hold.id());
    assertThat(expiry(hold)).isEqualTo(hold.expiresAt());
  }

  private static AssetId createWithPrice(Duration holdFor) {
    AssetId asset = satu.newAsset(new Money(1, "CHF"));
    satu.database()
        .execute(
            "UPDATE asset SET hold_for = ?::interval WHERE id = ?",
            holdFor.toString(),
            asset.text());
    return asset;
  }

  private static Instant expiry(Reservation hold) {
    return satu.satu().reservations().find(Installed.SERVER, hold.id()).orElseThrow().expiresAt();
  }

  private static Reservation holdFor(AssetId asset, Duration length) {
    PlaceCommand command =
        PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId("buyer"))
            .holdingFor(length);
    return Answers.first(satu.satu().reservations().place(command), PlaceOutcome.Held.class)
        .reservation();
  }

  private static Reservation extended(Reservation hold, Duration by) {
    return Answers.first(satu.extend(hold.id(), by), ExtendOutcome.Extended.class).reservation();
  }

  private static void assertRefused(Reservation hold, Duration by, ExtendOutcome refusal) {
    Snapshot.assertUnchangedBy(
        satu, () -> assertThat(Answers.first(satu.extend(hold.id(), by))).isEqualTo(refusal));
  }

  private static void assertEnded(Reservation hold, ReservationStatus how) {
    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(
                    Answers.first(
                            satu.extend(hold.id(), Duration.ofMinutes(1)),
                            ExtendOutcome.Ended.class)
                        .reservation()
                        .status())
                .isEqualTo(how));
  }
}
