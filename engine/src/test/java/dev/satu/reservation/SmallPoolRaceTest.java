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

/** The races again where connections are few: callers wait for one, and nothing else changes. */
class SmallPoolRaceTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  @Test
  void B01_two_hundred_buyers_on_four_connections_hold_an_asset_once() {
    AssetId asset = satu.newAsset();

    var finish = Race.of(200).run(n -> satu.place(asset, "usr_" + n));

    assertThat(finish.withoutFailures().count(Replies::isHeld)).isEqualTo(1);
    assertOutcomesOrBusy(finish);
  }

  @Test
  void two_hundred_buyers_in_flight_on_four_connections_hold_an_asset_once() {
    AssetId asset = satu.newAsset();

    var finish =
        Race.of(200)
            .run(n -> {
              PlaceCommand command =
                  PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId("usr_" + n));
              return satu.satu()
                  .inFlight()
                  .run(command, () -> satu.satu().reservations().place(command))
                  .join();
            });

    assertThat(finish.withoutFailures().count(Replies::isHeld)).isEqualTo(1);
    assertOutcomesOrBusy(finish);
  }

  @Test
  void one_key_on_a_hundred_threads_and_four_connections_has_one_effect() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();

    var finish = Race.of(100).run(n -> satu.place(asset, "usr_1", key)).withoutFailures();

    assertThat(finish.count(Replies::isHeld)).isEqualTo(1);
    assertThat(finish.count(Replies::isHeld) + finish.count(Reply.Replay.class) + busy(finish))
        .isEqualTo(100);
  }

  @Test
  void a_hundred_callers_commit_fifty_holds_on_four_connections_once_each() {
    List<Reservation> holds =
        Stream.generate(() -> satu.hold(satu.newAsset(), "usr_1")).limit(50).toList();

    var finish =
        Race.of(100)
            .run(n -> {
              Reservation hold = holds.get(n % 50);
              return satu.commit(hold.id(), "pi-small-" + (n % 50));
            })
            .withoutFailures();

    assertThat(finish.values())
        .allSatisfy(
            reply -> assertThat(Replies.first(reply)).isInstanceOf(CommitOutcome.Committed.class));
    assertThat(
            satu.database()
                .queryLong("SELECT count(*) FROM payment WHERE payment_ref LIKE 'pi-small-%'"))
        .isEqualTo(50);
  }

  @Test
  void many_buyers_take_an_overdue_hold_over_once_while_sweeps_run() {
    AssetId asset = satu.newAsset();
    satu.letExpireIn(satu.hold(asset, "usr_before"), Duration.ofSeconds(-1));

    var finish =
        Race.of(60)
            .run(n ->
                n % 10 == 0
                    ? satu.satu().overdueSweep().runOnce(10)
                    : satu.place(asset, "usr_" + n))
            .withoutFailures();

    assertThat(finish.count(value -> value instanceof Reply.First<?>(PlaceOutcome.Held held)))
        .isEqualTo(1);
  }

  private static void assertOutcomesOrBusy(Finish<Reply<PlaceOutcome>> finish) {
    assertThat(finish.count(Replies::isHeld) + finish.count(Replies::isTaken) + busy(finish))
        .isEqualTo(finish.arrivals().size());
  }

  private static long busy(Finish<Reply<PlaceOutcome>> finish) {
    return finish.count(Reply.Busy.class);
  }
}
