package dev.satu.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.PassingTime;
import dev.satu.asset.StoryPage;
import dev.satu.hold.Reservation;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events go when the story is old enough; what an item was, and became since, stays told. */
class OldEventsTest {
  @RegisterExtension static final Installed satu = new Installed(6);
  private static final Operator OPERATOR = new Operator(satu);

  private static final Duration KEPT = Duration.ofDays(400);
  private static final int ALL = 1000;

  @BeforeEach
  void what_other_tests_left_has_been_passed() {
    timePasses(KEPT.plusDays(1));
    satu.satu().retention().events().runOnce(10_000);
  }

  @Test
  void a_story_is_kept_for_its_time_and_then_only_its_end() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "ada").id());

    timePasses(KEPT.minusMinutes(1));
    assertThat(purge(ALL)).isZero();
    assertThat(story(asset).steps()).hasSize(3);
    assertThat(story(asset).complete()).isTrue();

    timePasses(Duration.ofMinutes(2));
    assertThat(purge(ALL)).isEqualTo(3);
    assertThat(kinds(asset)).containsExactly("3 asset.released");
    assertThat(story(asset).complete()).isFalse();
  }

  @Test
  void what_happens_after_the_floor_is_told_from_the_last_step_before_it_on() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "ada").id());
    timePasses(KEPT.plusDays(1));
    purge(ALL);

    satu.release(satu.hold(asset, "bob").id());
    assertThat(kinds(asset))
        .containsExactly("3 asset.released", "4 asset.held", "5 asset.released");

    timePasses(KEPT.plusDays(1));
    purge(ALL);
    assertThat(kinds(asset)).containsExactly("5 asset.released");
  }

  @Test
  void a_floor_that_passes_a_part_of_a_story_keeps_the_last_step_that_it_passed() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "ada").id());
    timePasses(KEPT.plusDays(1));
    satu.release(satu.hold(asset, "bob").id());

    assertThat(purge(ALL)).isEqualTo(3);
    assertThat(kinds(asset))
        .containsExactly("3 asset.released", "4 asset.held", "5 asset.released");
  }

  @Test
  void of_changes_of_details_only_the_last_is_kept_and_with_it_what_tells_the_state() {
    AssetId asset = satu.newAsset();
    OPERATOR.withdraw(asset);
    OPERATOR.rename(asset, 2, "Second");
    OPERATOR.rename(asset, 3, "Third");
    OPERATOR.rename(asset, 4, "Fourth");
    timePasses(KEPT.plusDays(1));
    purge(ALL);

    assertThat(kinds(asset)).containsExactly("2 asset.withdrawn", "5 asset.updated");
    assertThat(story(asset).complete()).isFalse();

    OPERATOR.rename(asset, 5, "Fifth");
    timePasses(KEPT.plusDays(1));
    purge(ALL);
    assertThat(kinds(asset)).containsExactly("2 asset.withdrawn", "6 asset.updated");

    OPERATOR.relist(asset);
    timePasses(KEPT.plusDays(1));
    purge(ALL);
    assertThat(kinds(asset)).containsExactly("7 asset.relisted");
  }

  @Test
  void a_listing_and_the_last_change_of_details_do_not_pass_for_the_whole_story() {
    AssetId asset = satu.newAsset();
    OPERATOR.rename(asset, 1, "Second");
    OPERATOR.rename(asset, 2, "Third");
    assertThat(story(asset).complete()).isTrue();
    timePasses(KEPT.plusDays(1));
    purge(ALL);

    assertThat(kinds(asset)).containsExactly("1 asset.created", "3 asset.updated");
    assertThat(story(asset).complete()).isFalse();
  }

  @Test
  void a_story_without_a_gap_is_complete_however_old() {
    AssetId asset = satu.newAsset();
    timePasses(KEPT.plusDays(1));
    purge(ALL);

    assertThat(kinds(asset)).containsExactly("1 asset.created");
    assertThat(story(asset).complete()).isTrue();
  }

  @Test
  void no_batch_passes_more_than_it_may_and_the_oldest_go_first() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "ada").id());
    satu.release(satu.hold(asset, "bob").id());
    timePasses(KEPT.plusDays(1));

    assertThat(purge(2)).isEqualTo(2);
    assertThat(story(asset).steps()).hasSize(4);
    assertThat(purge(2)).isEqualTo(2);
    assertThat(story(asset).steps()).hasSize(2);
    assertThat(purge(2)).isEqualTo(1);
    assertThat(story(asset).steps()).hasSize(1);
    assertThat(purge(2)).isZero();
  }

  @Test
  void the_floor_says_up_to_which_id_and_instant_events_may_be_missing() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "ada").id());
    timePasses(KEPT.plusDays(1));
    String last = "SELECT max(id) || ' ' || max(at) FROM event";
    String passed = satu.database().queryText(last);
    satu.newAsset();
    purge(ALL);

    assertThat(satu.database().queryText("SELECT event_id || ' ' || gone_until FROM story_floor"))
        .isEqualTo(passed);
  }

  @Test
  void the_event_of_a_payment_that_waits_for_its_check_is_kept() {
    Reservation hold = satu.hold(satu.newAsset(), "ada");
    satu.release(hold.id());
    satu.commit(hold.id(), satu.newName("pi"));
    timePasses(KEPT.plusDays(1));
    purge(ALL);

    assertThat(
            satu.database()
                .queryLong(
                    """
                    SELECT count(*) FROM payment p JOIN event e ON e.item_id = p.id AND e.kind = 'payment.unmatched'
                     WHERE p.reservation_id = ?
                    """,
                    hold.id().text()))
        .isEqualTo(1);
  }

  @Test
  void how_long_the_oldest_event_could_have_been_gone_is_told() {
    assertThat(satu.satu().retention().events().lag()).isZero();
    satu.newAsset();
    assertThat(satu.satu().retention().events().lag()).isZero();
    timePasses(KEPT.plusHours(5));
    assertThat(satu.satu().retention().events().lag())
        .isBetween(Duration.ofHours(5), Duration.ofHours(6));
    purge(ALL);
    assertThat(satu.satu().retention().events().lag()).isZero();
  }

  @Test
  void a_second_node_leaves_the_purge_to_the_first_and_does_not_wait() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "ada").id());
    timePasses(KEPT.plusDays(1));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("purges", c -> assertThat(purgeOn(c)).isEqualTo(3));
      sessions.b("finds the floor locked", c -> assertThat(purgeOn(c)).isZero());
      sessions.b("ends", Connection::commit);
      sessions.a("is undone", Connection::rollback);
      sessions.b("purges", c -> assertThat(purgeOn(c)).isEqualTo(3));
      sessions.b("ends", Connection::commit);
    }
    assertThat(story(asset).steps()).hasSize(1);
  }

  @Test
  void claims_on_an_asset_go_on_while_its_events_are_purged() {
    AssetId asset = satu.newAsset();
    satu.release(satu.hold(asset, "ada").id());
    timePasses(KEPT.plusDays(1));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("purges", c -> assertThat(purgeOn(c)).isEqualTo(3));
      satu.hold(asset, "bob");
      sessions.a("ends", Connection::commit);
    }
    assertThat(kinds(asset)).containsExactly("3 asset.released", "4 asset.held");
  }

  @Test
  void the_purge_reads_no_more_events_than_it_may_pass() {
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "purges among three thousand events of today",
          c -> {
            Sql.execute(
                c,
                """
                INSERT INTO event (slot, item_kind, item_id, version, id, kind, actor, at)
                SELECT 1, 'asset', 'young-' || n, 1, nextval('event_id'), 'asset.created', 'account:shop', now()
                  FROM generate_series(1, 3000) n
                """);
            long before = eventsRead(c);
            assertThat(purgeOn(c)).isZero();
            assertThat(eventsRead(c) - before).isLessThanOrEqualTo(100);
            c.rollback();
          });
    }
  }

  private static long eventsRead(Connection connection) throws SQLException {
    return Sql.queryLong(
        connection,
        """
        SELECT pg_stat_get_xact_tuples_returned('event'::regclass)
             + pg_stat_get_xact_tuples_returned('event_feed'::regclass)
             + pg_stat_get_xact_tuples_returned('event_pkey'::regclass)
        """);
  }

  private static long purgeOn(Connection connection) throws SQLException {
    return Sql.queryLong(connection, "SELECT purge_events('400 days', 100)");
  }

  private static int purge(int limit) {
    return satu.satu().retention().events().runOnce(limit);
  }

  private static void timePasses(Duration time) {
    PassingTime.pass(satu.database(), time);
  }

  private static StoryPage story(AssetId asset) {
    return satu.satu().assets().story(true, asset, 0, 100).orElseThrow();
  }

  private static List<String> kinds(AssetId asset) {
    return story(asset).steps().stream().map(step -> step.version() + " " + step.kind()).toList();
  }
}
