package dev.satu.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Satu;
import dev.satu.SatuConfig;
import dev.satu.Snapshot;
import dev.satu.Sources;
import dev.satu.asset.CreateCommand;
import dev.satu.asset.CreateOutcome;
import dev.satu.hold.Reservation;
import dev.satu.reservation.CommitCommand;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ExtendCommand;
import dev.satu.reservation.OwnHold;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.ReleaseCommand;
import dev.satu.reservation.Reservations;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One effect per key: what is stored, what is not, and what another request with the key gets. */
class IdempotencyTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final Money PRICE = new Money(900, "CHF");

  @Test
  void every_success_is_replayed_as_it_was_and_changes_nothing_again() {
    AssetId asset = new AssetId(satu.newName("lot"));
    CreateCommand create = create(asset);
    var created = assertReplays(() -> satu.satu().assets().create(create));
    assertThat(created).isInstanceOf(CreateOutcome.Created.class);

    PlaceCommand place = place(asset, satu.newKey()).holdingFor(Duration.ofMinutes(10));
    var held = assertReplays(() -> reservations().place(place));
    assertThat(held).isInstanceOf(PlaceOutcome.Held.class);
    Reservation hold = ((PlaceOutcome.Held) held).reservation();

    PlaceCommand own = place(asset, satu.newKey());
    assertThat(assertReplays(() -> reservations().place(own)))
        .isInstanceOf(PlaceOutcome.AlreadyHeld.class);

    ExtendCommand extend =
        new ExtendCommand(Installed.SERVER, satu.newKey(), hold.id(), Duration.ofMinutes(1));
    assertReplays(() -> reservations().extend(extend));

    CommitCommand commit = commit(hold, satu.newName("pi"));
    assertThat(assertReplays(() -> reservations().commit(commit)))
        .isInstanceOf(CommitOutcome.Committed.class);

    CommitCommand second = commit(hold, satu.newName("pi"));
    assertThat(assertReplays(() -> reservations().commit(second)))
        .isInstanceOf(CommitOutcome.AlreadySold.class);

    Reservation released = satu.hold(satu.newAsset(), "buyer");
    ReleaseCommand release = new ReleaseCommand(Installed.SERVER, satu.newKey(), released.id());
    assertReplays(() -> reservations().release(release));

    CommitCommand late = commit(released, satu.newName("pi"));
    assertThat(assertReplays(() -> reservations().commit(late)))
        .isInstanceOf(CommitOutcome.TooLate.class);
  }

  /** Both answers are equal in every typed field, and their JSON is one of those. */
  private static <O> O assertReplays(Supplier<Reply<O>> call) {
    O first = Answers.first(call.get());
    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          Object again = Answers.replay(call.get()).outcome();
          assertThat(again).isEqualTo((Object) first);
        });
    return first;
  }

  @Test
  void a_replay_tells_the_reservations_status_of_now() {
    PlaceCommand place = place(satu.newAsset(), satu.newKey());
    Reservation hold =
        Answers.first(reservations().place(place), PlaceOutcome.Held.class).reservation();

    assertThat(Answers.replay(reservations().place(place)).statusNow()).contains("HELD");
    satu.letExpireIn(hold, Duration.ofMillis(-1));
    assertThat(Answers.replay(reservations().place(place)).statusNow()).contains("EXPIRED");
  }

  @Test
  void a_replay_that_tells_of_no_reservation_has_no_status() {
    CreateCommand create = create(new AssetId(satu.newName("lot")));
    satu.satu().assets().create(create);

    assertThat(Answers.replay(satu.satu().assets().create(create)).statusNow()).isEmpty();
  }

  @Test
  void the_same_key_with_anything_else_is_refused_without_effect() {
    AssetId asset = satu.newAsset();
    AssetId other = satu.newAsset();
    IdempotencyKey key = satu.newKey();
    Reservation hold =
        Answers.first(reservations().place(place(asset, key)), PlaceOutcome.Held.class)
            .reservation();
    BuyerId buyer = new BuyerId("buyer");
    Caller token = new Caller(Installed.SHOP, buyer);

    List<Supplier<Reply<?>>> others =
        List.of(
            () -> reservations().place(place(other, key)),
            () -> reservations().place(place(asset, key).holdingFor(Duration.ofMinutes(10))),
            () -> reservations().place(PlaceCommand.of(token, key, asset, buyer)),
            () ->
                reservations()
                    .place(PlaceCommand.of(Installed.SERVER, key, asset, new BuyerId("other"))),
            () -> reservations().release(new ReleaseCommand(Installed.SERVER, key, hold.id())),
            () ->
                reservations()
                    .extend(
                        new ExtendCommand(Installed.SERVER, key, hold.id(), Duration.ofMinutes(1))),
            () ->
                reservations()
                    .commit(
                        new CommitCommand(
                            Installed.SERVER,
                            key,
                            hold.id(),
                            new Gateway("external"),
                            new PaymentRef("pi"),
                            Optional.empty())),
            () ->
                satu.satu()
                    .assets()
                    .create(CreateCommand.of(Installed.SERVER, key, new AssetId("new"), "New")));

    for (Supplier<Reply<?>> request : others) {
      Snapshot.assertUnchangedBy(
          satu,
          () -> {
            Object reply = request.get();
            assertThat(reply).isInstanceOf(Reply.KeyReused.class);
          });
    }
  }

  @Test
  void how_a_buyers_own_hold_is_answered_is_the_accounts_setting_and_no_part_of_the_request() {
    PlaceCommand place = place(satu.newAsset(), satu.newKey());
    reservations().place(place);

    assertThat(reservations().place(place.whenOwn(OwnHold.REFUSE)))
        .isInstanceOf(Reply.Replay.class);
  }

  @Test
  void a_key_belongs_to_its_account() {
    IdempotencyKey key = satu.newKey();
    reservations().place(place(satu.newAsset(), key));
    PlaceCommand elsewhere =
        PlaceCommand.of(
            Caller.of(new AccountId("elsewhere")), key, satu.newAsset(), new BuyerId("buyer"));

    assertThat(Answers.first(reservations().place(elsewhere)))
        .isInstanceOf(PlaceOutcome.Held.class);
  }

  @Test
  void keys_that_differ_in_case_or_spaces_are_different_keys() {
    AssetId asset = satu.newAsset();
    String text = satu.newName("Key");
    reservations().place(place(asset, new IdempotencyKey(text)));

    for (String other : new String[] {text.toLowerCase(Locale.ROOT), " " + text, text + " "}) {
      assertThat(Answers.first(reservations().place(place(asset, new IdempotencyKey(other)))))
          .isInstanceOf(PlaceOutcome.AlreadyHeld.class);
    }
  }

  @Test
  void every_printable_key_comes_back() {
    String odd = "'\"\\%_{}[]$1?::;--/*,~ ";
    PlaceCommand place =
        place(satu.newAsset(), new IdempotencyKey(odd + "k".repeat(128 - odd.length())));
    reservations().place(place);

    assertThat(reservations().place(place)).isInstanceOf(Reply.Replay.class);
  }

  @Test
  void a_refusal_is_not_stored_so_the_same_key_may_succeed_later() {
    AssetId asset = satu.newAsset();
    Reservation theirs = satu.hold(asset, "other");
    PlaceCommand place = place(asset, satu.newKey());
    assertThat(Answers.first(reservations().place(place)))
        .isInstanceOf(PlaceOutcome.Unavailable.class);

    satu.release(theirs.id());

    assertThat(Answers.first(reservations().place(place))).isInstanceOf(PlaceOutcome.Held.class);
  }

  @Test
  void the_key_of_a_refusal_is_free_for_another_request() {
    AssetId asset = satu.newAsset();
    satu.hold(asset, "other");
    IdempotencyKey key = satu.newKey();
    reservations().place(place(asset, key));

    assertThat(Answers.first(reservations().place(place(satu.newAsset(), key))))
        .isInstanceOf(PlaceOutcome.Held.class);
  }

  /** B33: trouble is never stored. */
  @Test
  void a_key_that_met_a_database_that_was_away_succeeds_when_it_is_back() throws SQLException {
    AtomicBoolean isAway = new AtomicBoolean();
    PlaceCommand place = place(satu.newAsset(), satu.newKey());
    try (Satu open =
        Satu.open(
            Sources.of(() -> {
              if (isAway.get()) {
                throw new SQLException("connection refused", "08001");
              }
              return satu.database().dataSource().getConnection();
            }),
            SatuConfig.DEFAULT)) {
      isAway.set(true);
      Snapshot.assertUnchangedBy(
          satu, () -> assertThat(open.reservations().place(place)).isInstanceOf(Reply.Busy.class));
      isAway.set(false);

      assertThat(Answers.first(open.reservations().place(place)))
          .isInstanceOf(PlaceOutcome.Held.class);
    }
  }

  private static Reservations reservations() {
    return satu.satu().reservations();
  }

  private static PlaceCommand place(AssetId asset, IdempotencyKey key) {
    return PlaceCommand.of(Installed.SERVER, key, asset, new BuyerId("buyer"));
  }

  private static CommitCommand commit(Reservation hold, String ref) {
    return new CommitCommand(
        Installed.SERVER,
        satu.newKey(),
        hold.id(),
        new Gateway("external"),
        new PaymentRef(ref),
        Optional.of(PRICE));
  }

  private static CreateCommand create(AssetId asset) {
    return new CreateCommand(
        Installed.SERVER,
        satu.newKey(),
        asset,
        "A \"lot\" \\ \uD83D\uDE82",
        Optional.of("rail"),
        Optional.of(PRICE),
        Optional.of(Duration.ofSeconds(3_723, 45_000)),
        "{\"z\": [1.50, null, {\"a\": \"\\\"\"}], \"a\": true}");
  }
}
