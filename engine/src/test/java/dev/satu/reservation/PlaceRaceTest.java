package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Finish;
import dev.satu.testkit.Race;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceRaceTest {
  @RegisterExtension static final Installed satu = new Installed();

  @ParameterizedTest
  @ValueSource(ints = {2, 20, 100, 200})
  void B01_of_many_buyers_exactly_one_holds_a_free_asset(int buyers) {
    AssetId asset = satu.newAsset();

    var finish = Race.of(buyers).run(n -> satu.place(asset, "usr_" + n));

    assertOneHolds(asset, buyers, finish);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 20, 100, 200})
  void B01_of_many_buyers_exactly_one_takes_an_overdue_hold_over(int buyers) {
    AssetId asset = satu.newAsset();
    Reservation overdue = satu.hold(asset, "usr_before");
    satu.letExpireIn(overdue, Duration.ofSeconds(-1));

    var finish = Race.of(buyers).run(n -> satu.place(asset, "usr_" + n));

    assertOneHolds(asset, buyers, finish);
    assertThat(winner(finish).version()).isEqualTo(overdue.version() + 2);
  }

  @Test
  void B01_of_many_buyers_exactly_one_holds_when_their_commands_are_in_flight() {
    AssetId asset = satu.newAsset();

    var finish = Race.of(200).run(n -> inFlight(asset, "usr_" + n, satu.newKey()));

    assertOneHolds(asset, 200, finish);
  }

  @Test
  void one_key_on_a_hundred_threads_has_one_effect_and_one_answer() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();

    var finish = Race.of(100).run(n -> satu.place(asset, "usr_1", key));

    assertOneEffect(asset, finish);
  }

  @Test
  void one_key_on_a_hundred_threads_has_one_effect_on_an_overdue_hold_too() {
    AssetId asset = satu.newAsset();
    satu.letExpireIn(satu.hold(asset, "usr_1"), Duration.ofSeconds(-1));
    IdempotencyKey key = satu.newKey();

    var finish = Race.of(100).run(n -> satu.place(asset, "usr_1", key));

    assertOneEffect(asset, finish);
  }

  @Test
  void one_key_in_flight_a_hundred_times_has_one_effect_and_one_answer() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();

    var finish = Race.of(100).run(n -> inFlight(asset, "usr_1", key));

    assertOneEffect(asset, finish);
  }

  @Test
  void one_key_on_many_assets_holds_one_of_them() {
    List<AssetId> assets = Stream.generate(satu::newAsset).limit(20).toList();
    IdempotencyKey key = satu.newKey();

    var finish = Race.of(20).run(n -> satu.place(assets.get(n), "usr_1", key)).withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(1);
    assertThat(finish.count(Reply.KeyReused.class)).isEqualTo(19);
    assertThat(liveHolds("usr_1", assets)).isEqualTo(1);
  }

  @Test
  void many_assets_and_many_buyers_at_once_give_each_asset_one_holder() {
    List<AssetId> assets = Stream.generate(satu::newAsset).limit(10).toList();

    var finish =
        Race.of(200).run(n -> satu.place(assets.get(n % 10), "usr_" + n)).withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(10);
    assertThat(finish.count(Replies::isTaken)).isEqualTo(190);
    assertThat(heldIn(finish).map(Reservation::asset)).containsExactlyInAnyOrderElementsOf(assets);
  }

  @Test
  void a_buyer_who_clicks_many_times_has_one_hold() {
    AssetId asset = satu.newAsset();

    var finish = Race.of(50).run(n -> satu.place(asset, "usr_1")).withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(1);
    assertThat(
            finish.values().stream()
                .map(Replies::first)
                .filter(PlaceOutcome.AlreadyHeld.class::isInstance)
                .map(outcome -> ((PlaceOutcome.AlreadyHeld) outcome).reservation().id()))
        .hasSize(49)
        .containsOnly(winner(finish).id());
  }

  private static Reply<PlaceOutcome> inFlight(AssetId asset, String buyer, IdempotencyKey key) {
    PlaceCommand command = PlaceCommand.of(Installed.SERVER, key, asset, new BuyerId(buyer));
    return satu.satu().place(command).join();
  }

  private static void assertOneHolds(
      AssetId asset, int buyers, Finish<Reply<PlaceOutcome>> finish) {
    finish.withoutFailures();
    assertThat(finish.count(Replies::isHeld)).isEqualTo(1);
    assertThat(finish.count(Replies::isTaken)).isEqualTo(buyers - 1);
    assertThat(
            satu.database()
                .queryText("SELECT reservation_id FROM asset WHERE id = ?", asset.text()))
        .isEqualTo(winner(finish).id().text());
  }

  private static void assertOneEffect(AssetId asset, Finish<Reply<PlaceOutcome>> finish) {
    finish.withoutFailures();
    assertThat(finish.count(Replies::isHeld)).isEqualTo(1);
    assertThat(finish.count(Reply.Replay.class)).isEqualTo(finish.arrivals().size() - 1);
    assertThat(finish.values().stream().map(reply -> Replies.heldOrReplayed(reply).json()))
        .containsOnly(winner(finish).json());
    assertThat(liveHolds("usr_1", List.of(asset))).isEqualTo(1);
  }

  private static Reservation winner(Finish<Reply<PlaceOutcome>> finish) {
    return heldIn(finish).findFirst().orElseThrow();
  }

  private static Stream<Reservation> heldIn(Finish<Reply<PlaceOutcome>> finish) {
    return finish.values().stream().filter(Replies::isHeld).map(Replies::held);
  }

  private static long liveHolds(String buyer, List<AssetId> assets) {
    return satu.database()
        .queryLong(
            """
            SELECT count(*) FROM reservation
             WHERE status = 'HELD' AND buyer_id = ? AND asset_id = ANY (string_to_array(?, ','))
            """,
            buyer,
            String.join(",", assets.stream().map(AssetId::text).toList()));
  }
}
