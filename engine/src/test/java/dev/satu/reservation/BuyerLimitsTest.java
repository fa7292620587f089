package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BuyerLimitsTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final BuyerLimits TWO_HOLDS = new BuyerLimits(Optional.of(2), Optional.empty());
  private static final BuyerLimits A_MINUTE =
      new BuyerLimits(Optional.empty(), Optional.of(Duration.ofMinutes(1)));

  @Test
  void the_hold_after_the_last_allowed_is_refused_until_the_earliest_ends() {
    String buyer = satu.newName("buyer");
    hold(satu.newAsset(), buyer, TWO_HOLDS);
    Reservation earliest = hold(satu.newAsset(Duration.ofMinutes(3)), buyer, TWO_HOLDS);

    AssetId asset = satu.newAsset();
    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          Instant before = now();
          var refusal =
              Answers.first(place(asset, buyer, TWO_HOLDS), PlaceOutcome.LimitReached.class);
          Instant after = now();
          assertThat(refusal.limit()).isEqualTo(2);
          assertThat(earliest.expiresAt().minus(refusal.retryAfter())).isBetween(before, after);
        });
  }

  @Test
  void only_live_holds_count() {
    String buyer = satu.newName("buyer");
    satu.release(hold(satu.newAsset(), buyer, TWO_HOLDS).id());
    satu.commit(hold(satu.newAsset(), buyer, TWO_HOLDS).id(), satu.newName("pi"));
    satu.letExpireIn(hold(satu.newAsset(), buyer, TWO_HOLDS), Duration.ofMillis(-1));

    hold(satu.newAsset(), buyer, TWO_HOLDS);
    Reservation last = hold(satu.newAsset(), buyer, TWO_HOLDS);
    assertThat(Answers.first(place(satu.newAsset(), buyer, TWO_HOLDS)))
        .isInstanceOf(PlaceOutcome.LimitReached.class);

    satu.letExpireIn(last, Duration.ofMillis(-1));
    hold(satu.newAsset(), buyer, TWO_HOLDS);
  }

  @Test
  void holds_placed_without_limits_count_where_there_is_one() {
    String buyer = satu.newName("buyer");
    satu.hold(satu.newAsset(), buyer);
    satu.hold(satu.newAsset(), buyer);

    assertThat(Answers.first(place(satu.newAsset(), buyer, TWO_HOLDS)))
        .isInstanceOf(PlaceOutcome.LimitReached.class);
    satu.hold(satu.newAsset(), buyer);
  }

  @Test
  void the_holds_of_another_buyer_and_of_another_accounts_buyer_of_that_name_do_not_count() {
    String buyer = satu.newName("buyer");
    hold(satu.newAsset(), buyer, TWO_HOLDS);
    hold(satu.newAsset(), buyer, TWO_HOLDS);
    Caller elsewhere = Caller.of(new AccountId("elsewhere"));

    hold(satu.newAsset(), satu.newName("buyer"), TWO_HOLDS);
    var reply =
        satu.satu()
            .reservations()
            .place(
                PlaceCommand.of(elsewhere, satu.newKey(), satu.newAsset(), new BuyerId(buyer))
                    .limitedTo(TWO_HOLDS));
    assertThat(Answers.first(reply)).isInstanceOf(PlaceOutcome.Held.class);
  }

  @Test
  void ones_own_live_hold_is_returned_even_at_the_limit() {
    String buyer = satu.newName("buyer");
    AssetId asset = satu.newAsset();
    hold(asset, buyer, TWO_HOLDS);
    hold(satu.newAsset(), buyer, TWO_HOLDS);

    assertThat(Answers.first(place(asset, buyer, TWO_HOLDS)))
        .isInstanceOf(PlaceOutcome.AlreadyHeld.class);
  }

  @Test
  void a_buyer_whose_hold_expired_waits_before_holding_the_same_asset_again() {
    String buyer = satu.newName("buyer");
    AssetId asset = satu.newAsset();
    Reservation hold = hold(asset, buyer, A_MINUTE);
    satu.letExpireIn(hold, Duration.ofSeconds(-20));
    Instant over = expiry(hold).plus(Duration.ofMinutes(1));

    Instant before = now();
    var refusal = Answers.first(place(asset, buyer, A_MINUTE), PlaceOutcome.TooSoon.class);
    Instant after = now();

    assertThat(over.minus(refusal.retryAfter())).isBetween(before, after);
    satu.satu().overdueSweep().runOnce(100);
    assertThat(Answers.first(place(asset, buyer, A_MINUTE)))
        .isInstanceOf(PlaceOutcome.TooSoon.class);
  }

  @Test
  void the_pause_ends() {
    String buyer = satu.newName("buyer");
    AssetId asset = satu.newAsset();
    satu.letExpireIn(hold(asset, buyer, A_MINUTE), Duration.ofMillis(-60_001));

    hold(asset, buyer, A_MINUTE);
  }

  @Test
  void the_pause_outlasts_another_buyers_turn() {
    String buyer = satu.newName("buyer");
    AssetId asset = satu.newAsset();
    satu.letExpireIn(hold(asset, buyer, A_MINUTE), Duration.ofMillis(-1));
    satu.release(satu.hold(asset, satu.newName("other")).id());

    assertThat(Answers.first(place(asset, buyer, A_MINUTE)))
        .isInstanceOf(PlaceOutcome.TooSoon.class);
  }

  @Test
  void the_pause_is_for_that_buyer_and_that_asset_only() {
    String buyer = satu.newName("buyer");
    AssetId asset = satu.newAsset();
    satu.letExpireIn(hold(asset, buyer, A_MINUTE), Duration.ofMillis(-1));

    hold(satu.newAsset(), buyer, A_MINUTE);
    Reservation others = hold(asset, satu.newName("other"), A_MINUTE);
    satu.release(others.id());
    var elsewhere =
        PlaceCommand.of(
                Caller.of(new AccountId("elsewhere")), satu.newKey(), asset, new BuyerId(buyer))
            .limitedTo(A_MINUTE);
    assertThat(Answers.first(satu.satu().reservations().place(elsewhere)))
        .isInstanceOf(PlaceOutcome.Held.class);
  }

  @Test
  void a_release_and_a_sale_bring_no_pause() {
    String buyer = satu.newName("buyer");
    AssetId asset = satu.newAsset();
    satu.release(hold(asset, buyer, A_MINUTE).id());

    hold(asset, buyer, A_MINUTE);
  }

  @Test
  void a_request_that_may_wait_for_nothing_is_not_paused() {
    String buyer = satu.newName("buyer");
    AssetId asset = satu.newAsset();
    satu.letExpireIn(hold(asset, buyer, A_MINUTE), Duration.ofMillis(-1));

    satu.hold(asset, buyer);
  }

  @Test
  void limits_that_allow_nothing_are_no_limits() {
    assertThatThrownBy(() -> BuyerLimits.of(0, Duration.ofMinutes(1)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("live_holds ");
    assertThatThrownBy(() -> BuyerLimits.of(1, Duration.ZERO))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("pause_after_expiry ");
  }

  private static Reply<PlaceOutcome> place(AssetId asset, String buyer, BuyerLimits limits) {
    return satu.satu()
        .reservations()
        .place(
            PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId(buyer))
                .limitedTo(limits));
  }

  private static Reservation hold(AssetId asset, String buyer, BuyerLimits limits) {
    return Answers.first(place(asset, buyer, limits), PlaceOutcome.Held.class).reservation();
  }

  private static Instant expiry(Reservation hold) {
    return satu.satu().reservations().find(Installed.SERVER, hold.id()).orElseThrow().expiresAt();
  }

  private static Instant now() {
    return Instant.parse(satu.database().queryText("SELECT utc_text(clock_timestamp())"));
  }
}
