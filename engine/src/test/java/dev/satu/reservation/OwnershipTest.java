package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B08: nobody sees, ends or prolongs another's reservation by knowing its id. */
class OwnershipTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final Caller OTHER_ACCOUNT = Caller.of(new AccountId("elsewhere"));
  private static final Caller OTHER_BUYER = new Caller(Installed.SHOP, new BuyerId("other"));
  private static final Caller SAME_BUYER_OF_OTHER_ACCOUNT =
      new Caller(new AccountId("elsewhere"), new BuyerId("buyer"));
  private static final Caller ITS_BUYER = new Caller(Installed.SHOP, new BuyerId("buyer"));

  @Test
  void a_stranger_does_not_find_a_reservation() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");

    for (Caller stranger : new Caller[] {OTHER_ACCOUNT, OTHER_BUYER, SAME_BUYER_OF_OTHER_ACCOUNT}) {
      assertThat(satu.satu().reservations().find(stranger, hold.id())).isEmpty();
    }
    assertThat(satu.satu().reservations().find(ITS_BUYER, hold.id())).contains(hold);
  }

  @Test
  void a_stranger_neither_releases_nor_extends_it_and_is_told_nothing() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");

    for (Caller stranger : new Caller[] {OTHER_ACCOUNT, OTHER_BUYER, SAME_BUYER_OF_OTHER_ACCOUNT}) {
      Snapshot.assertUnchangedBy(
          satu,
          () -> {
            assertThat(Answers.first(release(stranger, satu.newKey(), hold.id())))
                .isEqualTo(new ReleaseOutcome.NotFound());
            assertThat(
                    Answers.first(
                        satu.satu()
                            .reservations()
                            .extend(
                                new ExtendCommand(
                                    stranger, satu.newKey(), hold.id(), Duration.ofMinutes(1)))))
                .isEqualTo(new ExtendOutcome.NotFound());
          });
    }
  }

  @Test
  void another_account_does_not_commit_it_and_its_payment_is_not_recorded() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(
                    Answers.first(
                        satu.satu()
                            .reservations()
                            .commit(
                                new CommitCommand(
                                    OTHER_ACCOUNT,
                                    satu.newKey(),
                                    hold.id(),
                                    new Gateway("external"),
                                    new PaymentRef("pi"),
                                    Optional.empty()))))
                .isEqualTo(new CommitOutcome.NotFound()));
  }

  @Test
  void its_buyer_releases_it_with_their_own_token() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");

    assertThat(Answers.first(release(ITS_BUYER, satu.newKey(), hold.id())))
        .isInstanceOf(ReleaseOutcome.Released.class);
  }

  @Test
  void another_buyer_who_sends_the_same_key_learns_nothing_of_the_first_ones_hold() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();
    place(ITS_BUYER, key, asset, "buyer");

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(place(OTHER_BUYER, key, asset, "other"))
                .isEqualTo(new Reply.KeyReused<PlaceOutcome>()));
  }

  @Test
  void another_buyer_who_repeats_a_release_with_its_key_does_not_get_its_answer() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    IdempotencyKey key = satu.newKey();
    release(ITS_BUYER, key, hold.id());

    assertThat(release(OTHER_BUYER, key, hold.id()))
        .isEqualTo(new Reply.KeyReused<ReleaseOutcome>());
    assertThat(Answers.first(release(SAME_BUYER_OF_OTHER_ACCOUNT, key, hold.id())))
        .isEqualTo(new ReleaseOutcome.NotFound());
    assertThat(release(ITS_BUYER, key, hold.id())).isInstanceOf(Reply.Replay.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "res_",
        "res_1",
        "pay_01HZX49R8T390000000000ZZZZ",
        "RES_01HZX49R8T390000000000ZZZZ",
        "res_01HZX49R8T390000000000ZZZU",
        "res_01HZX49R8T390000000000ZZZI",
        "res_01HZX49R8T390000000000ZZzz",
        "res_01HZX49R8T390000000000ZZZZZ",
        "res_01HZX49R8T390000000000ZZZ'",
        "res_81HZX49R8T390000000000ZZZZ",
        "res_01HZX49R8T39000000000\u0000ZZZZ",
        "res_01HZX49R8T39000000000\u0660ZZZZ",
        "res_01HZX49R8T390000000000\uD83D\uDE00ZZ",
        " res_01HZX49R8T390000000000ZZZZ"
      })
  void what_is_not_an_id_is_no_reservation(String garbage) {
    assertThat(ReservationId.parse(garbage)).isEmpty();
  }

  @Test
  void an_id_spelt_in_other_letters_finds_nothing() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    String text = hold.id().text();
    String lower = text.substring(0, 28).toLowerCase(Locale.ROOT) + text.substring(28);

    assertThat(
            ReservationId.parse(lower)
                .flatMap(id -> satu.satu().reservations().find(Installed.SERVER, id)))
        .isEmpty();
  }

  @Test
  void an_id_in_another_slot_finds_nothing() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    String text = hold.id().text();
    String other = text.substring(0, 29) + (text.endsWith("0") ? "1" : "0");

    assertThat(satu.satu().reservations().find(Installed.SERVER, new ReservationId(other)))
        .isEmpty();
  }

  private static Reply<PlaceOutcome> place(
      Caller caller, IdempotencyKey key, AssetId asset, String buyer) {
    return satu.satu()
        .reservations()
        .place(PlaceCommand.of(caller, key, asset, new BuyerId(buyer)));
  }

  private static Reply<ReleaseOutcome> release(
      Caller caller, IdempotencyKey key, ReservationId id) {
    return satu.satu().reservations().release(new ReleaseCommand(caller, key, id));
  }
}
