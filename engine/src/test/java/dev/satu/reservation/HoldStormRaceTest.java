package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Replies;
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

  /** Lets the present hold of an asset expire, under its lock, each step in a statement of its own. */
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

  /** What one act came to; acts without a reply say only that they were done. */
  private record Deed(AssetId asset, Optional<Reply<?>> reply) {}

  @Test
  void holds_releases_extensions_sweeps_and_expiries_at_once_keep_every_invariant() {
    List<Deed> deeds = storm(6, false);

    assertThat(grantedVersions(deeds)).doesNotHaveDuplicates().isNotEmpty();
  }

  @Test
  void commits_among_them_sell_each_asset_at_most_once() {
    List<Deed> deeds = storm(30, true);

    List<ReservationId> sold = soldReservations(deeds);
    assertThat(grantedVersions(deeds)).doesNotHaveDuplicates().isNotEmpty();
    assertThat(sold).isNotEmpty();
    assertThat(satu.database().queryLong("SELECT count(*) FROM asset WHERE status = 'SOLD'"))
        .isEqualTo(sold.stream().distinct().count());
  }

  private static List<Deed> storm(int assetCount, boolean withCommits) {
    List<AssetId> assets = Stream.generate(satu::newAsset).limit(assetCount).toList();
    List<Reservation> granted = new CopyOnWriteArrayList<>();
    return Race.of(THREADS)
        .run(number -> {
          Random random = new Random(SEED + number);
          List<Deed> done = new ArrayList<>();
          for (int i = 0; i < ACTS; i++) {
            done.add(act(random, assets, granted, withCommits));
          }
          return done;
        })
        .withoutFailures()
        .values()
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private static Deed act(
      Random random, List<AssetId> assets, List<Reservation> granted, boolean withCommits) {
    AssetId asset = assets.get(random.nextInt(assets.size()));
    int die = random.nextInt(20);
    if (die < 9 || granted.isEmpty()) {
      Reply<PlaceOutcome> reply = place(asset, random);
      if (Replies.isHeld(reply)) {
        granted.add(Replies.held(reply));
      }
      return new Deed(asset, Optional.of(reply));
    }
    Reservation hold = granted.get(random.nextInt(granted.size()));
    return switch (die) {
      case 9, 10, 11 -> told(hold, satu.release(hold.id()));
      case 12, 13 -> told(hold, satu.extend(hold.id(), Duration.ofMinutes(1)));
      case 14, 15, 16 -> {
        expireNow(asset);
        yield new Deed(asset, Optional.empty());
      }
      case 17 -> {
        satu.satu().overdueSweep().runOnce(1 + random.nextInt(5));
        yield new Deed(asset, Optional.empty());
      }
      default ->
          withCommits
              ? told(hold, satu.commit(hold.id(), "pi-" + random.nextInt(300)))
              : told(hold, satu.release(hold.id()));
    };
  }

  private static Reply<PlaceOutcome> place(AssetId asset, Random random) {
    PlaceCommand command =
        PlaceCommand.of(
            Installed.SERVER, satu.newKey(), asset, new BuyerId("usr_" + random.nextInt(10)));
    return satu.satu()
        .reservations()
        .place(random.nextBoolean() ? command.limitedTo(TWO) : command);
  }

  private static void expireNow(AssetId asset) {
    // A query: the function's answer is void, which reads as an empty text.
    satu.database().queryText("SELECT expire_now(?, ?)", Slot.of(asset), asset.text());
  }

  private static Deed told(Reservation hold, Reply<?> reply) {
    assertThat(reply).isInstanceOfAny(Reply.First.class, Reply.Busy.class);
    return new Deed(hold.asset(), Optional.of(reply));
  }

  /** Asset and version of each grant: a version that is given twice was given to two owners. */
  private static List<String> grantedVersions(List<Deed> deeds) {
    return deeds.stream()
        .<Reservation>mapMulti((deed, found) -> {
          if (deed.reply().orElse(null)
              instanceof Reply.First<?>(PlaceOutcome.Held(Reservation held))) {
            found.accept(held);
          }
        })
        .map(held -> held.asset() + " " + held.version())
        .collect(Collectors.toList());
  }

  private static List<ReservationId> soldReservations(List<Deed> deeds) {
    return deeds.stream()
        .<ReservationId>mapMulti((deed, found) -> {
          if (deed.reply().orElse(null)
              instanceof Reply.First<?>(CommitOutcome.Committed(var reservation, var payment))) {
            found.accept(reservation.id());
          }
        })
        .toList();
  }
}
