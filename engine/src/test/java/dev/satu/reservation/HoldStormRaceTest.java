package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.asset.AssetStatus;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Race;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Everything at once on few assets, in an order that a seed decides and the threads disturb. The
 * seed is printed; {@code -Dsatu.seed=} repeats it.
 */
class HoldStormRaceTest {
  private static final long SEED = Long.getLong("satu.seed", System.nanoTime());
  private static final int THREADS = 24;
  private static final int ACTS = 30;
  private static final BuyerLimits TWO = new BuyerLimits(Optional.of(2), Optional.empty());

  /**
   * Lets the present hold of an asset expire, under its lock, each step in a statement of its own.
   */
  private static final String EXPIRE_NOW =
      """
      CREATE FUNCTION expire_now(p_slot smallint, p_asset text) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE held text; t timestamptz;
      BEGIN
          SELECT a.reservation_id INTO held FROM asset a
           WHERE a.slot = p_slot AND a.id = p_asset AND a.status = 'HELD' FOR NO KEY UPDATE;
          t := clock_timestamp() - interval '1 microsecond';
          UPDATE reservation r SET expires_at = greatest(t, r.created_at + interval '1 microsecond')
           WHERE r.slot = p_slot AND r.id = held AND r.status = 'HELD';
          UPDATE asset a SET hold_expires_at = r.expires_at FROM reservation r
           WHERE a.slot = p_slot AND a.id = p_asset AND a.status = 'HELD' AND a.reservation_id = held
             AND r.slot = p_slot AND r.id = held AND r.status = 'HELD';
      END $$
      """;

  @RegisterExtension static final Installed satu = new Installed(20);

  @BeforeAll
  static void printTheSeed() {
    System.out.println("HoldStormRaceTest: -Dsatu.seed=" + SEED);
    satu.database().execute(EXPIRE_NOW);
  }

  @Test
  void holds_releases_extensions_sweeps_and_expiries_at_once_keep_every_invariant() {
    List<Reply<?>> replies = Storm.over(6, false).rage();

    assertThat(grantedVersions(replies)).doesNotHaveDuplicates().isNotEmpty();
  }

  @Test
  void commits_among_them_sell_each_asset_at_most_once() {
    Storm storm = Storm.over(30, true);

    List<Reply<?>> replies = storm.rage();

    assertThat(grantedVersions(replies)).doesNotHaveDuplicates().isNotEmpty();
    assertThat(soldReservations(replies)).hasSize(storm.soldAssets().size()).isNotEmpty();
  }

  /** What is fought over, the holds granted so far, and what the payments' names begin with. */
  private record Storm(
      List<AssetId> assets, List<Reservation> granted, String payments, boolean withCommits) {

    static Storm over(int assetCount, boolean withCommits) {
      List<AssetId> assets = Stream.generate(satu::newAsset).limit(assetCount).toList();
      return new Storm(assets, new CopyOnWriteArrayList<>(), satu.newName("pi"), withCommits);
    }

    /** What all acts were answered that have an answer. */
    List<Reply<?>> rage() {
      return Race.of(THREADS)
          .run(number -> {
            Random random = new Random(SEED + number);
            List<Reply<?>> replies = new ArrayList<>();
            for (int i = 0; i < ACTS; i++) {
              act(random).ifPresent(replies::add);
            }
            return replies;
          })
          .withoutFailures()
          .values()
          .stream()
          .flatMap(List::stream)
          .toList();
    }

    private Optional<Reply<?>> act(Random random) {
      AssetId asset = assets.get(random.nextInt(assets.size()));
      int die = random.nextInt(20);
      if (die < 9 || granted.isEmpty()) {
        return Optional.of(place(asset, random));
      }
      ReservationId hold = granted.get(random.nextInt(granted.size())).id();
      return switch (die) {
        case 9, 10, 11 -> told(satu.release(hold));
        case 12, 13 -> told(satu.extend(hold, Duration.ofMinutes(1)));
        case 14, 15, 16 -> {
          expireNow(asset);
          yield Optional.empty();
        }
        case 17 -> {
          satu.satu().overdueSweep().runOnce(1 + random.nextInt(5));
          yield Optional.empty();
        }
        default ->
            withCommits
                ? told(satu.commit(hold, payments + "-" + random.nextInt(300)))
                : told(satu.release(hold));
      };
    }

    private Reply<PlaceOutcome> place(AssetId asset, Random random) {
      BuyerId buyer = new BuyerId("usr_" + random.nextInt(10));
      PlaceCommand command = PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, buyer);
      Reply<PlaceOutcome> reply =
          satu.satu().reservations().place(random.nextBoolean() ? command.limitedTo(TWO) : command);
      if (Replies.isHeld(reply)) {
        granted.add(Replies.held(reply));
      }
      return reply;
    }

    List<AssetId> soldAssets() {
      return assets.stream()
          .filter(
              asset -> satu.satu().assets().find(asset).orElseThrow().status() == AssetStatus.SOLD)
          .toList();
    }
  }

  private static void expireNow(AssetId asset) {
    // A query: the function's answer is void, which reads as an empty text.
    satu.database().queryText("SELECT expire_now(?, ?)", Slot.of(asset), asset.text());
  }

  private static Optional<Reply<?>> told(Reply<?> reply) {
    assertThat(reply).isInstanceOfAny(Reply.First.class, Reply.Busy.class);
    return Optional.of(reply);
  }

  /** Asset and version of each grant: a version that is given twice was given to two owners. */
  private static List<String> grantedVersions(List<Reply<?>> replies) {
    return replies.stream()
        .<String>mapMulti((reply, found) -> {
          if (reply instanceof Reply.First<?>(PlaceOutcome.Held(Reservation held))) {
            found.accept(held.asset() + " " + held.version());
          }
        })
        .toList();
  }

  private static Set<ReservationId> soldReservations(List<Reply<?>> replies) {
    return replies.stream()
        .<ReservationId>mapMulti((reply, found) -> {
          if (reply
              instanceof Reply.First<?>(CommitOutcome.Committed(var reservation, var payment))) {
            found.accept(reservation.id());
          }
        })
        .collect(Collectors.toSet());
  }
}
