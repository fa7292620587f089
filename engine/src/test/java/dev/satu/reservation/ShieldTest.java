package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.database.Transactions;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.Slot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is repeated from memory, to whom, and for how long. The clock stands still unless moved. */
class ShieldTest {
  @RegisterExtension static final Installed satu = new Installed();

  private static final Duration LIFE = Duration.ofMillis(100);
  private static final ReservationLimits LIMITS =
      new ReservationLimits(
          Duration.ofMinutes(10), Duration.ofHours(24), Duration.ofMinutes(30), 1);

  private final AtomicLong nanos = new AtomicLong(1);
  private final Deque<Runnable> readers = new ArrayDeque<>();
  private final Shield shield = shield(LIFE);

  private Shield shield(Duration life) {
    return new Shield(
        new Transactions(satu.database().dataSource(), 0),
        new PlaceStore(LIMITS),
        life,
        nanos::get);
  }

  @Test
  void another_buyer_hears_that_the_asset_is_held_and_for_how_long() {
    AssetId asset = heldBy("usr_1").asset();
    shield.read(asset);
    pass(Duration.ofMillis(40));

    assertThat(refusal(asset, "usr_2"))
        .hasValueSatisfying(refusal -> {
          assertThat(refusal.reason()).isEqualTo(UnavailableReason.HELD);
          assertThat(refusal.retryAfter().orElseThrow())
              .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10).minusMillis(40));
        });
  }

  @Test
  void another_buyer_hears_that_the_asset_is_sold() {
    Reservation held = heldBy("usr_1");
    satu.commit(held.id(), satu.newName("pi"));
    shield.read(held.asset());

    assertThat(refusal(held.asset(), "usr_2"))
        .contains(new PlaceOutcome.Unavailable(UnavailableReason.SOLD, Optional.empty()));
  }

  @Test
  void nothing_is_remembered_for_longer_than_the_life_of_an_entry() {
    AssetId asset = heldBy("usr_1").asset();
    shield.read(asset);
    pass(LIFE);
    assertThat(refusal(asset, "usr_2")).isPresent();
    pass(Duration.ofNanos(1));
    assertThat(refusal(asset, "usr_2")).isEmpty();
  }

  @Test
  void nothing_is_remembered_past_the_end_of_the_hold() {
    Reservation held = heldBy("usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(30));
    Shield patient = shield(Duration.ofMinutes(1));
    patient.read(held.asset());
    pass(Duration.ofSeconds(20));
    assertThat(patient.refusal(command(held.asset(), "usr_2"), readers::add)).isPresent();
    pass(Duration.ofSeconds(10));
    assertThat(patient.refusal(command(held.asset(), "usr_2"), readers::add)).isEmpty();
  }

  @Test
  void a_free_asset_is_not_remembered() {
    AssetId asset = satu.newAsset();
    shield.read(asset);
    assertThat(refusal(asset, "usr_2")).isEmpty();
  }

  @Test
  void the_holders_buyer_is_asked_about_but_a_namesake_of_another_account_is_refused() {
    AssetId asset = heldBy("usr_1").asset();
    shield.read(asset);

    assertThat(refusal(asset, "usr_1")).isEmpty();
    PlaceCommand namesake =
        PlaceCommand.of(
            Caller.of(new AccountId("other")), satu.newKey(), asset, new BuyerId("usr_1"));
    assertThat(shield.refusal(namesake, readers::add)).isPresent();
  }

  @Test
  void whoever_has_a_stored_answer_about_the_asset_is_asked_about() {
    AssetId asset = satu.newAsset();
    IdempotencyKey earlier = satu.newKey();
    satu.place(asset, "usr_1", earlier);
    IdempotencyKey again = satu.newKey();
    Reservation first =
        ((PlaceOutcome.AlreadyHeld) Replies.first(satu.place(asset, "usr_1", again))).reservation();
    IdempotencyKey release = satu.newKey();
    satu.satu().reservations().release(new ReleaseCommand(Installed.SERVER, release, first.id()));
    satu.hold(asset, "usr_2");
    shield.read(asset);

    for (IdempotencyKey key : new IdempotencyKey[] {earlier, again, release}) {
      assertThat(shield.refusal(command(asset, "usr_1", key), readers::add)).isEmpty();
      assertThat(shield.refusal(command(asset, "usr_3", key), readers::add)).isEmpty();
    }
    assertThat(refusal(asset, "usr_1")).isPresent();
  }

  @Test
  void an_asset_with_too_many_stored_answers_is_not_remembered() {
    AssetId asset = heldBy("usr_1").asset();
    for (int i = 0; i < 255; i++) {
      satu.place(asset, "usr_1");
    }
    shield.read(asset);
    assertThat(refusal(asset, "usr_2")).isPresent();

    satu.place(asset, "usr_1");
    shield.read(asset);
    assertThat(refusal(asset, "usr_2")).isEmpty();
  }

  @Test
  void who_asks_for_a_length_is_asked_about_since_it_may_be_too_long() {
    AssetId asset = heldBy("usr_1").asset();
    shield.read(asset);
    assertThat(
            shield.refusal(command(asset, "usr_2").holdingFor(Duration.ofHours(1)), readers::add))
        .isEmpty();
  }

  @Test
  void what_this_process_writes_ends_what_it_remembers() {
    AssetId asset = heldBy("usr_1").asset();
    shield.read(asset);
    shield.forget(Slot.of(asset));
    assertThat(refusal(asset, "usr_2")).isEmpty();
  }

  @Test
  void what_was_read_before_this_process_wrote_is_worth_nothing() {
    AssetId asset = heldBy("usr_1").asset();
    Shield overtaken =
        new Shield(
            new Transactions(satu.database().dataSource(), 0),
            new PlaceStore(LIMITS),
            LIFE,
            () -> {
              writesWhileItReads.run();
              return nanos.get();
            });
    writesWhileItReads = () -> overtaken.forget(Slot.of(asset));
    overtaken.read(asset);
    writesWhileItReads = () -> {};
    assertThat(overtaken.refusal(command(asset, "usr_2"), readers::add)).isEmpty();
  }

  private Runnable writesWhileItReads = () -> {};

  @Test
  void an_entry_that_grows_old_is_read_anew_once_while_it_still_serves() {
    AssetId asset = heldBy("usr_1").asset();
    shield.read(asset);
    pass(LIFE.dividedBy(2).plusNanos(1));
    assertThat(refusal(asset, "usr_2")).isPresent();
    assertThat(refusal(asset, "usr_3")).isPresent();
    assertThat(readers).hasSize(1);

    readers.remove().run();
    pass(LIFE.dividedBy(2));
    assertThat(refusal(asset, "usr_2")).isPresent();
  }

  @Test
  void with_no_life_nothing_is_remembered() {
    AssetId asset = heldBy("usr_1").asset();
    Shield off = shield(Duration.ZERO);
    off.read(asset);
    assertThat(off.refusal(command(asset, "usr_2"), readers::add)).isEmpty();
  }

  private Reservation heldBy(String buyer) {
    return satu.hold(satu.newAsset(), buyer);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private Optional<PlaceOutcome.Unavailable> refusal(AssetId asset, String buyer) {
    return shield
        .refusal(command(asset, buyer), readers::add)
        .map(PlaceOutcome.Unavailable.class::cast);
  }

  private static PlaceCommand command(AssetId asset, String buyer) {
    return command(asset, buyer, satu.newKey());
  }

  private static PlaceCommand command(AssetId asset, String buyer, IdempotencyKey key) {
    return PlaceCommand.of(Installed.SERVER, key, asset, new BuyerId(buyer));
  }
}
