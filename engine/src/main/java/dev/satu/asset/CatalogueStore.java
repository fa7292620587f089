package dev.satu.asset;

import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What is read of many assets, or of one asset's past; it locks nothing and writes nothing. */
final class CatalogueStore {
  /**
   * For this transaction only. To compile a search, or to begin parallel workers for it, takes
   * longer than most searches.
   */
  private static final String SEARCH_SETTINGS =
      """
      SELECT set_config('statement_timeout', ?, true) AS longest, set_config('jit', 'off', true),
             set_config('max_parallel_workers_per_gather', '0', true)
      """;

  private static final String STORY =
      """
      SELECT (SELECT count(*) FROM event f
               WHERE f.slot = a.slot AND f.item_kind = 'asset' AND f.item_id = a.id AND f.version <= 2)
             = least(a.version, 2) AS complete,
             e.version, e.kind, e.at, e.json
        FROM asset a
        LEFT JOIN LATERAL (
             SELECT o.version, o.kind, o.at, story_json(o, ?) AS json
               FROM event o
              WHERE o.slot = a.slot AND o.item_kind = 'asset' AND o.item_id = a.id AND o.version > ?
              ORDER BY o.version LIMIT ?) e ON true
       WHERE a.slot = ? AND a.id = ?
       ORDER BY e.version
      """;

  /** A page of the catalogue; see {@link ListQuery}. */
  List<Asset> list(Connection connection, ListQuery query) throws SQLException {
    return Sql.list(connection, query.sql(), AssetStore::asset, query.values());
  }

  /**
   * Prepares the transaction for a search, whose statements are cancelled after this time.
   *
   * @param longest in whole milliseconds, at least one
   */
  void prepareSearch(Connection connection, Duration longest) throws SQLException {
    Sql.first(
        connection, SEARCH_SETTINGS, row -> row.text("longest"), Long.toString(longest.toMillis()));
  }

  /**
   * An asset that a walk came by.
   *
   * @param found whether it is one of those that are looked for
   * @param step which of the assets of its stretch it is, from 1
   */
  record Passed(Asset asset, boolean found, int step) {}

  /** A stretch of a walk; see {@link ListQuery#walking}. */
  List<Passed> walk(Connection connection, ListQuery query) throws SQLException {
    return Sql.list(
        connection,
        query.sql(),
        row -> new Passed(AssetStore.asset(row), row.flag("found"), row.integer("step")),
        query.values());
  }

  /** A piece of a story, and whether the whole begins with the asset's listing and has no gap. */
  record Told(boolean complete, Optional<StoryPage.Step> step) {}

  /**
   * The steps of an asset's story after a version: none if there is no such asset, one without a
   * step if there are no more.
   */
  List<Told> story(Connection connection, AssetId id, boolean withNames, long after, int limit)
      throws SQLException {
    return Sql.list(
        connection,
        STORY,
        row -> new Told(row.flag("complete"), step(row)),
        withNames,
        after,
        limit,
        Slot.of(id),
        id.text());
  }

  private static Optional<StoryPage.Step> step(Row row) throws SQLException {
    Optional<Long> version = row.bigintIfAny("version");
    return version.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StoryPage.Step(
                version.get(), row.text("kind"), row.instant("at"), row.text("json")));
  }
}
