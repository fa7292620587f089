package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Finish;
import dev.satu.testkit.Race;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BuyerCapRaceTest {
  private static final BuyerLimits THREE = BuyerLimits.of(3, Duration.ofMinutes(1));

  @RegisterExtension static final Installed satu = new Installed();

  @RepeatedTest(4)
  void a_buyer_who_wants_forty_assets_at_once_gets_exactly_three() {
    List<AssetId> assets = Stream.generate(satu::newAsset).limit(40).toList();
    String buyer = satu.newName("usr");

    var finish = Race.of(40).run(n -> place(assets.get(n), buyer)).withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(3);
    assertThat(limitReached(finish)).isEqualTo(37);
    assertThat(liveHolds(buyer)).isEqualTo(3);
  }

  @Test
  void each_of_many_buyers_gets_exactly_three() {
    List<AssetId> assets = Stream.generate(satu::newAsset).limit(40).toList();
    List<String> buyers = Stream.generate(() -> satu.newName("usr")).limit(4).toList();

    var finish = Race.of(40).run(n -> place(assets.get(n), buyers.get(n % 4))).withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(12);
    assertThat(limitReached(finish)).isEqualTo(28);
    assertThat(buyers).allSatisfy(buyer -> assertThat(liveHolds(buyer)).isEqualTo(3));
  }

  @Test
  void what_a_buyer_releases_or_lets_expire_may_be_held_anew_and_no_more() {
    String buyer = satu.newName("usr");
    List<AssetId> assets = Stream.generate(satu::newAsset).limit(23).toList();
    List<Reservation> first =
        assets.subList(0, 3).stream().map(asset -> Replies.held(place(asset, buyer))).toList();
    satu.release(first.get(0).id());
    satu.letExpireIn(first.get(1), Duration.ofSeconds(-1));

    var finish = Race.of(20).run(n -> place(assets.get(3 + n), buyer)).withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(2);
    assertThat(limitReached(finish)).isEqualTo(18);
    assertThat(liveHolds(buyer)).isEqualTo(3);
  }

  @Test
  void a_buyer_with_one_hold_to_go_and_many_others_leave_no_asset_without_a_holder() {
    AssetId asset = satu.newAsset();
    BuyerLimits one = new BuyerLimits(Optional.of(1), Optional.empty());

    var finish =
        Race.of(60)
            .run(n -> satu.satu().reservations().place(command(asset, "usr_" + n).limitedTo(one)))
            .withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(1);
    assertThat(finish.count(Replies::isTaken)).isEqualTo(59);
  }

  private static Reply<PlaceOutcome> place(AssetId asset, String buyer) {
    return satu.satu().reservations().place(command(asset, buyer).limitedTo(THREE));
  }

  private static PlaceCommand command(AssetId asset, String buyer) {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId(buyer));
  }

  private static long limitReached(Finish<Reply<PlaceOutcome>> finish) {
    return finish.count(reply ->
        reply instanceof Reply.First<PlaceOutcome>(PlaceOutcome outcome)
            && outcome instanceof PlaceOutcome.LimitReached);
  }

  private static long liveHolds(String buyer) {
    return satu.database()
        .queryLong(
            """
            SELECT count(*) FROM reservation
             WHERE buyer_id = ? AND status = 'HELD' AND expires_at >= clock_timestamp()
            """,
            buyer);
  }
}
