package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.database.SqlState;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Fingerprints;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.reservation.PlaceStore.Locked;
import dev.satu.reservation.PlaceStore.Placed;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many commands in one round trip: each gets its own outcome, in its place in the list. */
class PlaceBatchTest {
  @RegisterExtension static final Installed satu = new Installed();

  private static final PlaceStore STORE =
      new PlaceStore(
          new ReservationLimits(
              Duration.ofMinutes(10), Duration.ofHours(24), Duration.ofMinutes(30), 1));

  @Test
  void mixed_commands_get_their_own_outcomes_in_the_order_of_the_commands() {
    AssetId held = satu.newAsset();
    satu.hold(held, "usr_other");
    AssetId own = satu.newAsset();
    Reservation mine = satu.hold(own, "usr_1");
    AssetId sold = satu.newAsset();
    satu.commit(satu.hold(sold, "usr_other").id(), satu.newName("pi"));
    AssetId overdue = satu.newAsset();
    Reservation former = satu.hold(overdue, "usr_other");
    satu.letExpireIn(former, Duration.ofSeconds(-1));
    PlaceCommand done = command(satu.newAsset());
    assertThat(satu.satu().reservations().place(done)).isNotNull();
    PlaceCommand reused = command(satu.newAsset(), new IdempotencyKey(done.key().text()));

    List<Placed> placed =
        placeAlone(
            Locked.WAIT,
            List.of(
                command(held),
                command(satu.newAsset()),
                command(new AssetId("no-such-lot")),
                command(overdue),
                command(own),
                command(sold),
                done,
                command(satu.newAsset(Duration.ofMinutes(5))).holdingFor(Duration.ofMinutes(6))));

    assertThat(placed)
        .extracting(Placed::verdict)
        .containsExactly(
            HoldVerdict.HELD,
            HoldVerdict.GRANTED,
            HoldVerdict.ASSET_NOT_FOUND,
            HoldVerdict.GRANTED,
            HoldVerdict.ALREADY_HELD,
            HoldVerdict.SOLD,
            HoldVerdict.REPLAY,
            HoldVerdict.HOLD_TOO_LONG);
    assertThat(placed.get(3).reservation().orElseThrow().version()).isEqualTo(former.version() + 2);
    assertThat(placed.get(4).reservation().orElseThrow().id()).isEqualTo(mine.id());
    assertThat(placed.get(7).longest()).contains(Duration.ofMinutes(5));
    assertThat(placeAlone(Locked.WAIT, List.of(reused)))
        .extracting(Placed::verdict)
        .containsExactly(HoldVerdict.KEY_REUSED);
  }

  @Test
  void a_hundred_commands_in_any_order_are_granted_each_to_its_own() {
    List<PlaceCommand> commands =
        new ArrayList<>(Stream.generate(() -> command(satu.newAsset())).limit(100).toList());
    Collections.reverse(commands);

    List<Placed> placed = placeAlone(Locked.SKIP, commands);

    assertThat(placed)
        .extracting(one -> one.reservation().orElseThrow().asset())
        .containsExactlyElementsOf(commands.stream().map(PlaceCommand::asset).toList());
    assertThat(placed)
        .extracting(one -> one.reservation().orElseThrow().id())
        .doesNotHaveDuplicates();
  }

  @Test
  void of_several_for_one_asset_the_first_is_granted_and_the_others_stand_behind_it() {
    AssetId asset = satu.newAsset();
    Reservation held = satu.hold(satu.newAsset(), "usr_other");

    List<Placed> placed =
        placeAlone(
            Locked.SKIP,
            List.of(
                command(held.asset()),
                command(asset, "usr_1"),
                command(held.asset()),
                command(asset, "usr_2"),
                command(asset, "usr_3")));

    assertThat(placed)
        .extracting(Placed::verdict)
        .containsExactly(
            HoldVerdict.HELD,
            HoldVerdict.GRANTED,
            HoldVerdict.HELD,
            HoldVerdict.BEHIND,
            HoldVerdict.BEHIND);
  }

  @Test
  void a_key_that_was_used_meanwhile_undoes_all_of_them() {
    PlaceCommand first = command(satu.newAsset());
    PlaceCommand sameKey = command(satu.newAsset(), first.key());
    PlaceCommand neighbour = command(satu.newAsset());
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("uses the key", c -> place(c, Locked.WAIT, List.of(first)));
      var batch =
          sessions.bStarts("places two", c -> place(c, Locked.SKIP, List.of(neighbour, sameKey)));
      sessions.awaitBlocked("b");
      sessions.a("commits", Connection::commit);

      assertThat(batch.failure())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(SqlState.of(e)).isEqualTo(SqlState.KEY_TAKEN));
      sessions.b("rolls back", Connection::rollback);
    }
    assertUntouched(neighbour.asset());
    assertUntouched(sameKey.asset());
  }

  @Test
  void the_lane_that_skips_answers_busy_for_a_locked_row_and_serves_its_neighbours() {
    PlaceCommand locked = command(satu.newAsset());
    PlaceCommand neighbour = command(satu.newAsset());
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, locked.asset()));

      assertThat(placeAlone(Locked.SKIP, List.of(locked, neighbour)))
          .extracting(Placed::verdict)
          .containsExactly(HoldVerdict.BUSY, HoldVerdict.GRANTED);
    }
    assertUntouched(locked.asset());
  }

  @Test
  void the_lane_that_skips_answers_busy_for_ones_own_locked_hold_and_for_a_locked_overdue_one() {
    Reservation own = satu.hold(satu.newAsset(), "usr_1");
    Reservation overdue = satu.hold(satu.newAsset(), "usr_2");
    satu.letExpireIn(overdue, Duration.ofSeconds(-1));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "locks both",
          c -> {
            Blocking.lock(c, own.asset());
            Blocking.lock(c, overdue.asset());
          });
      assertThat(placeAlone(Locked.SKIP, List.of(command(own.asset()), command(overdue.asset()))))
          .extracting(Placed::verdict)
          .containsExactly(HoldVerdict.BUSY, HoldVerdict.BUSY);
    }
  }

  @Test
  void both_lanes_refuse_a_held_asset_at_once_though_its_row_is_locked() {
    Reservation held = satu.hold(satu.newAsset(), "usr_other");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("locks", c -> Blocking.lock(c, held.asset()));
      for (Locked lane : Locked.values()) {
        assertThat(placeAlone(lane, List.of(command(held.asset()))))
            .extracting(Placed::verdict)
            .containsExactly(HoldVerdict.HELD);
      }
    }
  }

  @Test
  void the_lane_that_skips_answers_busy_where_the_buyers_row_is_new_or_locked() {
    BuyerLimits one = new BuyerLimits(Optional.of(1), Optional.empty());
    String buyer = satu.newName("usr");
    PlaceCommand first = command(satu.newAsset(), buyer).limitedTo(one);
    PlaceCommand second = command(satu.newAsset(), buyer).limitedTo(one);
    assertThat(placeAlone(Locked.SKIP, List.of(first)))
        .extracting(Placed::verdict)
        .containsExactly(HoldVerdict.BUSY);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("holds", c -> place(c, Locked.WAIT, List.of(first)));
      assertThat(placeAlone(Locked.SKIP, List.of(second)))
          .extracting(Placed::verdict)
          .containsExactly(HoldVerdict.BUSY);
      sessions.a("ends", Connection::commit);
    }
    assertThat(placeAlone(Locked.SKIP, List.of(second)))
        .extracting(Placed::verdict)
        .containsExactly(HoldVerdict.LIMIT_REACHED);
  }

  @Test
  void refusals_and_replays_lock_nothing_and_write_nothing() {
    Reservation held = satu.hold(satu.newAsset(), "usr_other");
    Reservation sold = satu.hold(satu.newAsset(), "usr_other");
    satu.commit(sold.id(), satu.newName("pi"));
    PlaceCommand done = command(satu.newAsset());
    placeAlone(Locked.WAIT, List.of(done));
    List<PlaceCommand> commands =
        List.of(
            command(held.asset()),
            command(sold.asset()),
            done,
            command(held.asset(), done.key()),
            command(new AssetId("no-such-lot")));
    try (var sessions = TwoSessions.on(satu.database())) {
      for (Locked lane : Locked.values()) {
        for (PlaceCommand command : commands) {
          sessions.a("is refused", c -> place(c, lane, List.of(command)));
        }
      }
      sessions.a(
          "has written nothing",
          c ->
              assertThat(Sql.queryText(c, "SELECT pg_current_xact_id_if_assigned() IS NULL"))
                  .isEqualTo("t"));
      sessions.b(
          "locks all of them without waiting",
          c -> {
            for (PlaceCommand command : commands) {
              Sql.queryRows(
                  c,
                  "SELECT 1 FROM asset WHERE slot = ? AND id = ? FOR UPDATE NOWAIT",
                  Slot.of(command.asset()),
                  command.asset().text());
            }
          });
    }
  }

  @Test
  void an_empty_list_is_decided_at_once() {
    assertThat(placeAlone(Locked.WAIT, List.of())).isEmpty();
  }

  private static List<Placed> placeAlone(Locked lane, List<PlaceCommand> commands) {
    try (Connection connection = satu.database().connect()) {
      return place(connection, lane, commands);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Placed> place(Connection connection, Locked lane, List<PlaceCommand> commands)
      throws SQLException {
    String secret =
        Sql.queryText(connection, "SELECT encode(fingerprint_key, 'hex') FROM installation");
    Fingerprints fingerprints = new Fingerprints(HexFormat.of().parseHex(secret));
    return STORE.place(
        connection,
        lane,
        commands.stream().map(command -> new Claim(command, fingerprints.of(command))).toList());
  }

  private static PlaceCommand command(AssetId asset) {
    return command(asset, satu.newKey());
  }

  private static PlaceCommand command(AssetId asset, IdempotencyKey key) {
    return PlaceCommand.of(Installed.SERVER, key, asset, new BuyerId("usr_1"));
  }

  private static PlaceCommand command(AssetId asset, String buyer) {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId(buyer));
  }

  private static void assertUntouched(AssetId asset) {
    assertThat(satu.satu().assets().find(asset).orElseThrow().version()).isEqualTo(1);
  }
}
