package dev.satu.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.PassingTime;
import dev.satu.Satu;
import dev.satu.Snapshot;
import dev.satu.asset.CreateCommand;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.testkit.Invariants;
import dev.satu.testkit.Race;
import dev.satu.value.AssetId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the check finds, and that it finds nothing where nothing is wrong. */
class CheckTest {
  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  /**
   * Damage by hand.
   *
   * @param kind of the difference that tells of it
   */
  record Damage(String what, String kind, String id, String sql) {
    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Damage> damages() {
    return Stream.of(
        new Damage(
            "a flipped status",
            "asset",
            "free",
            "UPDATE asset SET status = 'WITHDRAWN', listed = false, withdrawn = true WHERE id = 'free'"),
        new Damage(
            "a wrong version", "asset", "sold", "UPDATE asset SET version = 7 WHERE id = 'sold'"),
        new Damage(
            "an expiry moved in one row",
            "asset",
            "held",
            "UPDATE asset SET hold_expires_at = hold_expires_at + interval '1 hour' WHERE id = 'held'"),
        new Damage(
            "another reservation in the asset",
            "asset",
            "held",
            "UPDATE asset SET reservation_id = 'res_other' WHERE id = 'held'"),
        new Damage(
            "a dropped event",
            "event",
            "free",
            "DELETE FROM event WHERE item_id = 'free' AND kind = 'asset.held'"),
        new Damage(
            "a dropped last event",
            "asset",
            "sold",
            "DELETE FROM event WHERE item_id = 'sold' AND kind = 'asset.sold'"),
        new Damage(
            "a dropped event above the floor",
            "event",
            "old",
            "DELETE FROM event WHERE item_id = 'old' AND version = 5"),
        new Damage(
            "a state lost below the floor",
            "event",
            "quiet",
            "DELETE FROM event WHERE item_id = 'quiet' AND kind = 'asset.created'"),
        new Damage(
            "a phantom event",
            "asset",
            "held",
            """
            INSERT INTO event (slot, item_kind, item_id, version, id, kind, actor, reservation_id, at)
            SELECT slot, 'asset', id, version + 1, nextval('event_id'), 'asset.released', 'x', reservation_id,
                   clock_timestamp() FROM asset WHERE id = 'held'
            """),
        new Damage(
            "an event that cannot have happened",
            "event",
            "free",
            "UPDATE event SET kind = 'asset.relisted' WHERE item_id = 'free' AND kind = 'asset.released'"),
        new Damage(
            "an event of another reservation",
            "event",
            "sold",
            "UPDATE event SET reservation_id = 'res_x' WHERE item_id = 'sold' AND kind = 'asset.held'"),
        new Damage(
            "a story without its asset", "asset", "free", "DELETE FROM asset WHERE id = 'free'"),
        new Damage(
            "an asset without a story",
            "asset",
            "free",
            "DELETE FROM event WHERE item_id = 'free'"),
        new Damage(
            "an orphan reservation",
            "invariant",
            "res_orphan",
            """
            INSERT INTO reservation (slot, id, asset_id, account_id, buyer_id, created_at, expires_at)
            SELECT slot, 'res_orphan', id, 'shop', 'ada', clock_timestamp(), clock_timestamp() + interval '1 hour'
              FROM asset WHERE id = 'free'
            """),
        new Damage(
            "a sale without its payment",
            "invariant",
            "sold",
            "DELETE FROM payment WHERE payment_ref = 'pi_1'"));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void damage_is_found_by_its_id(Damage damage) {
    aLittleOfEverything();

    assertThat(satu.database().execute(damage.sql())).isPositive();

    assertThat(differences())
        .anySatisfy(difference -> {
          assertThat(difference.kind()).isEqualTo(damage.kind());
          assertThat(difference.id()).isEqualTo(damage.id());
          assertThat(difference.is()).isNotEqualTo(difference.shouldBe());
          assertThat(difference.whatToDo()).isNotBlank();
        });
  }

  @Test
  void a_difference_says_what_is_and_what_should_be() {
    aLittleOfEverything();
    satu.database().execute("UPDATE asset SET version = 7 WHERE id = 'free'");

    Difference first = differences().getFirst();
    assertThat(first.kind() + " " + first.id()).isEqualTo("asset free");
    assertThat(first.is()).isEqualTo("AVAILABLE, version 7");
    assertThat(first.shouldBe()).isEqualTo("AVAILABLE, version 3");
  }

  @Test
  void it_finds_nothing_in_what_satu_made_and_changes_nothing() {
    aLittleOfEverything();
    Snapshot.assertUnchangedBy(satu, () -> assertThat(differences()).isEmpty());
  }

  @Test
  void a_system_at_work_agrees_at_every_moment() {
    List<AssetId> lots = Stream.generate(satu::newAsset).limit(5).toList();
    AtomicBoolean isChecked = new AtomicBoolean();

    var finish =
        Race.of(4)
            .run(n -> {
              if (n == 0) {
                List<Difference> found = differences();
                found.addAll(differences());
                isChecked.set(true);
                return found.toString();
              }
              for (int i = 0; !isChecked.get(); i++) {
                work(lots.get((n + i) % lots.size()), "buyer-" + n, i);
              }
              return "[]";
            })
            .withoutFailures();

    assertThat(finish.values()).containsOnly("[]");
    satu.assertInvariants();
  }

  private void work(AssetId lot, String buyer, int i) {
    if (satu.place(lot, buyer) instanceof Reply.First<PlaceOutcome>(PlaceOutcome.Held(var hold))) {
      satu.release(hold.id());
    }
    if (i % 20 == 0) {
      satu.satu().overdueSweep().runOnce(10);
    }
  }

  @Test
  void it_asks_for_every_invariant_that_the_tests_ask_for() {
    assertThat(Invariant.all().stream().map(Invariant::sentence))
        .containsExactlyElementsOf(
            Invariants.load("/dev/satu/invariants.sql").all().stream()
                .map(Invariants.Invariant::sentence)
                .toList());
  }

  private List<Difference> differences() {
    return Satu.check(satu.database().dataSource()).run();
  }

  private void aLittleOfEverything() {
    Operator operator = new Operator(satu);
    AssetId old = named("old");
    satu.release(satu.hold(old, "ada").id());
    operator.rename(old, 3, "Renamed");
    AssetId quiet = named("quiet");
    operator.rename(quiet, 1, "Second");
    operator.rename(quiet, 2, "Third");
    PassingTime.pass(satu.database(), Duration.ofDays(401));
    satu.satu().retention().all().forEach(sweep -> sweep.runOnce(100));
    satu.release(satu.hold(old, "eve").id());
    AssetId free = named("free");
    satu.release(satu.hold(free, "ada").id());
    satu.extend(satu.hold(named("held"), "bob").id(), Duration.ofMinutes(5));
    satu.commit(satu.hold(named("sold"), "cid").id(), "pi_1");
    AssetId cancelled = named("cancelled");
    satu.commit(satu.hold(cancelled, "dot").id(), "pi_2");
    operator.cancelSale(cancelled);
    operator.relist(cancelled);
  }

  private AssetId named(String id) {
    AssetId asset = new AssetId(id);
    satu.satu().assets().create(CreateCommand.of(Installed.SERVER, satu.newKey(), asset, "A lot"));
    return asset;
  }
}
