package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlaceTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  @Test
  void a_hold_lasts_as_long_as_its_asset_says() {
    assertThat(length(satu.hold(satu.newAsset(), "buyer"))).isEqualTo(Duration.ofMinutes(10));
    assertThat(length(satu.hold(satu.newAsset(Duration.ofSeconds(1)), "buyer")))
        .isEqualTo(Duration.ofSeconds(1));
    assertThat(length(satu.hold(satu.newAsset(Duration.ofHours(24)), "buyer")))
        .isEqualTo(Duration.ofHours(24));
  }

  @Test
  void a_request_may_ask_for_less_and_for_just_as_much() {
    Duration odd = Duration.ofMinutes(10).minusNanos(1000);

    assertThat(length(held(asking(satu.newAsset(), odd)))).isEqualTo(odd);
    assertThat(length(held(asking(satu.newAsset(), Duration.ofMinutes(10)))))
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(length(held(asking(satu.newAsset(Duration.ofHours(2)), Duration.ofMinutes(90)))))
        .isEqualTo(Duration.ofMinutes(90));
  }

  @Test
  void a_request_for_more_is_refused_with_what_may_be_asked_for() {
    AssetId asset = satu.newAsset();
    AssetId brief = satu.newAsset(Duration.ofSeconds(90));

    assertRefused(
        asking(asset, Duration.ofMinutes(10).plusNanos(1000)),
        new PlaceOutcome.HoldTooLong(Duration.ofMinutes(10)));
    assertRefused(
        asking(brief, Duration.ofSeconds(91)),
        new PlaceOutcome.HoldTooLong(Duration.ofSeconds(90)));
  }

  @Test
  void lengths_are_cut_to_microseconds() {
    Reservation hold = held(asking(satu.newAsset(), Duration.ofSeconds(5, 1_999)));

    assertThat(length(hold)).isEqualTo(Duration.ofSeconds(5, 1_000));
  }

  @Test
  void a_length_out_of_range_is_not_a_command() {
    for (Duration bad :
        new Duration[] {
          Duration.ZERO,
          Duration.ofSeconds(-1),
          Duration.ofNanos(999_999_999),
          Duration.ofHours(24).plusNanos(1)
        }) {
      assertThatThrownBy(() -> asking(new AssetId("any"), bad))
          .isInstanceOf(InvalidValue.class)
          .hasMessageStartingWith("hold_for ");
    }
  }

  @Test
  void an_unknown_asset_is_not_found() {
    assertRefused(command(new AssetId("never-listed")), new PlaceOutcome.AssetNotFound());
  }

  @Test
  void ids_that_differ_in_case_are_different_assets() {
    AssetId asset = satu.newAsset();

    assertRefused(
        command(new AssetId(asset.text().toUpperCase(Locale.ROOT))),
        new PlaceOutcome.AssetNotFound());
  }

  @Test
  void a_taken_asset_is_refused_with_the_rest_of_the_hold_and_not_with_its_holder() {
    AssetId asset = satu.newAsset();
    satu.hold(asset, "secretive");

    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          var refusal = Answers.first(satu.place(asset, "other"), PlaceOutcome.Unavailable.class);
          assertThat(refusal.reason()).isEqualTo(UnavailableReason.HELD);
          assertThat(refusal.retryAfter().orElseThrow())
              .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
          assertThat(refusal.toString()).doesNotContain("secretive");
        });
  }

  @Test
  void a_sold_asset_is_refused_for_good() {
    AssetId asset = satu.newAsset();
    satu.commit(satu.hold(asset, "buyer").id(), satu.newName("pi"));

    PlaceOutcome sold = new PlaceOutcome.Unavailable(UnavailableReason.SOLD, Optional.empty());
    assertRefused(command(asset), sold);
    assertRefused(command(asset).whenOwn(OwnHold.REFUSE), sold);
  }

  @Test
  void the_hold_keeps_the_price_of_its_moment() {
    Money price = new Money(Long.MAX_VALUE, "JPY");

    Reservation hold = satu.hold(satu.newAsset(price), "buyer");

    assertThat(hold.price()).contains(price);
    assertThat(hold.json())
        .contains("\"price\":{\"amount\":9223372036854775807,\"currency\":\"JPY\"}");
  }

  /** B16: a shopper comes back to what they hold already. */
  @Test
  void asking_again_for_ones_own_hold_returns_it_with_its_expiry_unchanged() {
    AssetId asset = satu.newAsset();
    Reservation hold = satu.hold(asset, "buyer");

    Snapshot.assertOnlyAnswerStoredBy(
        satu,
        () -> {
          var again = Answers.first(satu.place(asset, "buyer"), PlaceOutcome.AlreadyHeld.class);
          assertThat(again.reservation().id()).isEqualTo(hold.id());
          assertThat(again.reservation().expiresAt()).isEqualTo(hold.expiresAt());
          assertThat(again.reservation().version()).isEqualTo(hold.version());
          assertThat(again.reservation().json()).endsWith(",\"already_held\":true}");
        });
  }

  @Test
  void an_account_may_have_its_buyers_refused_instead() {
    AssetId asset = satu.newAsset();
    satu.hold(asset, "buyer");

    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          var refusal =
              Answers.first(
                  place(command(asset).whenOwn(OwnHold.REFUSE)), PlaceOutcome.Unavailable.class);
          assertThat(refusal.reason()).isEqualTo(UnavailableReason.HELD_BY_YOU);
          assertThat(refusal.retryAfter().orElseThrow())
              .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
        });
  }

  @Test
  void who_cancels_and_comes_back_is_not_blocked_by_themselves() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "buyer").id());
    Reservation abandoned = satu.hold(asset, "buyer");
    satu.letExpireIn(abandoned, Duration.ofMillis(-1));

    Reservation again = held(command(asset).whenOwn(OwnHold.REFUSE));

    assertThat(again.id()).isNotEqualTo(abandoned.id());
    assertThat(again.version()).isEqualTo(abandoned.version() + 2);
  }

  @Test
  void a_takeover_writes_the_old_end_and_the_new_beginning_as_two_changes() {
    AssetId asset = satu.newAsset();
    Reservation old = satu.hold(asset, "old");
    satu.letExpireIn(old, Duration.ofSeconds(-1));

    Reservation next = satu.hold(asset, "next");

    Reservation ended = satu.satu().reservations().find(Installed.SERVER, old.id()).orElseThrow();
    assertThat(ended.status()).isEqualTo(ReservationStatus.EXPIRED);
    assertThat(ended.endedAt()).contains(next.createdAt());
    assertThat(
            satu.database()
                .queryText(
                    """
                    SELECT string_agg(version || ' ' || kind || ' ' || buyer_id || ' ' || coalesce(reason, '-'), ', '
                                      ORDER BY version)
                      FROM event WHERE item_id = ? AND version > 2
                    """,
                    asset.text()))
        .isEqualTo("3 asset.expired old TAKEN_OVER, 4 asset.held next -");
  }

  @Test
  void a_buyers_token_holds_for_no_other_buyer() {
    Caller token = new Caller(Installed.SHOP, new BuyerId("one"));

    assertThatThrownBy(
            () -> PlaceCommand.of(token, satu.newKey(), new AssetId("any"), new BuyerId("another")))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("buyer_id ");
  }

  private static Duration length(Reservation hold) {
    return Duration.between(hold.createdAt(), hold.expiresAt());
  }

  private static PlaceCommand command(AssetId asset) {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId("buyer"));
  }

  private static PlaceCommand asking(AssetId asset, Duration length) {
    return command(asset).holdingFor(length);
  }

  private static Reply<PlaceOutcome> place(PlaceCommand command) {
    return satu.satu().reservations().place(command);
  }

  private static Reservation held(PlaceCommand command) {
    return Answers.first(place(command), PlaceOutcome.Held.class).reservation();
  }

  private static void assertRefused(PlaceCommand command, PlaceOutcome refusal) {
    Snapshot.assertUnchangedBy(
        satu, () -> assertThat(Answers.first(place(command))).isEqualTo(refusal));
  }
}
