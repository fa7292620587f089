package dev.satu.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.PassingTime;
import dev.satu.asset.CreateCommand;
import dev.satu.value.AssetId;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The floor excuses what it passed and nothing else: damage above it, planted by hand, is found by
 * the invariant that the purge had to relax.
 */
class FloorInvariantsTest {
  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  /** A sentence of {@code invariants.sql}, and SQL that breaks it. */
  record Damage(String invariant, String sql) {
    @Override
    public String toString() {
      return invariant + ": " + sql.strip().lines().findFirst().orElse("");
    }
  }

  static Stream<Damage> damages() {
    String gap = "every version of an asset has its event";
    String kept = "of what the floor passed an item keeps its last event";
    return Stream.of(
        new Damage(gap, "DELETE FROM event WHERE item_id = 'lot' AND version = 5"),
        new Damage(gap, "DELETE FROM event WHERE item_id = 'lot' AND version = 4"),
        new Damage(gap, "DELETE FROM event WHERE item_id = 'lot' AND version = 3"),
        new Damage(gap, "DELETE FROM event WHERE item_id = 'young' AND version = 1"),
        new Damage(gap, "DELETE FROM event WHERE item_id = 'quiet' AND version = 3"),
        new Damage(gap, "DELETE FROM event WHERE item_id = 'quiet'"),
        new Damage(
            gap,
            """
            INSERT INTO event (slot, item_kind, item_id, version, id, kind, actor, at)
            SELECT slot, 'asset', id, version + 1, nextval('event_id'), 'asset.released', 'x', clock_timestamp()
              FROM asset WHERE id = 'lot'
            """),
        new Damage(
            kept,
            """
            INSERT INTO event (slot, item_kind, item_id, version, id, kind, actor, at)
            SELECT slot, 'asset', id, 2, 0, 'asset.held', 'x', '2020-01-01Z' FROM asset WHERE id = 'lot'
            """),
        new Damage(
            "the last event of an asset that is not of its details tells its status",
            "DELETE FROM event WHERE item_id = 'quiet' AND version = 1"),
        new Damage(
            "the order of events is the order of versions",
            "UPDATE event SET at = '2020-01-01Z' WHERE item_id = 'lot' AND version = 5"),
        new Damage(
            "the order of events is the order of versions",
            "UPDATE event SET at = '2020-01-01Z' WHERE item_id = 'quiet' AND version = 3"),
        new Damage(
            "a reservation has one event of its beginning",
            "UPDATE event SET kind = 'asset.extended' WHERE item_id = 'lot' AND version = 4"),
        new Damage(
            "a reservation has one event of its beginning",
            "UPDATE event SET kind = 'asset.relisted' WHERE item_id = 'lot' AND version = 5"),
        new Damage(
            "a reservation has one event of its beginning",
            "UPDATE event SET kind = 'asset.expired' WHERE item_id = 'lot' AND version = 5"),
        new Damage(
            "an event of a hold tells of a reservation that exists",
            "DELETE FROM reservation WHERE asset_id = 'lot' AND status = 'RELEASED'"),
        new Damage(
            "a cancelled sale was told once",
            "UPDATE event SET kind = 'asset.withdrawn' WHERE kind = 'asset.sale_cancelled'"),
        new Damage(
            "every hold that was answered has its own reservation",
            "DELETE FROM reservation WHERE asset_id = 'lot' AND status = 'RELEASED'"));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void damage_above_the_floor_is_found(Damage damage) {
    // Leaves ids below the first for an event that should have gone.
    satu.database().queryLong("SELECT setval('event_id', 10)");
    storyOnBothSidesOfTheFloor();
    satu.assertInvariants();

    assertThat(satu.database().execute(damage.sql())).isPositive();

    assertThatThrownBy(satu::assertInvariants)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(damage.invariant());
  }

  /** A lot with a hold before the floor and one after, a quiet one, a new one, a cancelled sale. */
  private void storyOnBothSidesOfTheFloor() {
    Operator operator = new Operator(satu);
    AssetId lot = named("lot");
    AssetId quiet = named("quiet");
    satu.release(satu.hold(lot, "ada").id());
    operator.rename(quiet, 1, "Second");
    operator.rename(quiet, 2, "Third");
    PassingTime.pass(satu.database(), Duration.ofDays(401));
    satu.satu().retention().all().forEach(sweep -> sweep.runOnce(1000));
    satu.release(satu.hold(lot, "bob").id());
    AssetId young = named("young");
    satu.commit(satu.hold(young, "cid").id(), "pi_1");
    operator.cancelSale(young);
  }

  private AssetId named(String id) {
    AssetId asset = new AssetId(id);
    satu.satu().assets().create(CreateCommand.of(Installed.SERVER, satu.newKey(), asset, "A lot"));
    return asset;
  }
}
