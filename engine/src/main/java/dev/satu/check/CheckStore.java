package dev.satu.check;

import dev.satu.asset.AssetStatus;
import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.event.EventKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements of the check. Each reads one snapshot and locks nothing. */
final class CheckStore {
  private static final String ASSETS_AND_EVENTS =
      """
      SELECT coalesce(a.id, e.item_id) AS id, a.status, a.reservation_id, a.hold_expires_at, a.version,
             e.version AS event_version, e.kind, e.id <= f.event_id AS passed,
             e.reservation_id AS event_reservation_id, e.expires_at
        FROM (SELECT a.id, a.status, a.reservation_id, a.hold_expires_at, a.version
                FROM asset a WHERE a.slot = ?) a
        FULL JOIN (SELECT e.item_id, e.version, e.kind, e.id, e.reservation_id, e.expires_at
                     FROM event e WHERE e.slot = ? AND e.item_kind = 'asset') e ON e.item_id = a.id
       CROSS JOIN story_floor f
       ORDER BY 1, e.version
      """;

  /** Before a query of {@code invariants.sql}: its rows as they are, and what they are about. */
  private static final String ROWS_OF =
      """
      SELECT row_to_json(q)::text AS row,
             (SELECT c.value FROM json_each_text(row_to_json(q)) WITH ORDINALITY AS c(key, value, n)
               WHERE c.key IN ('id', 'item_id', 'asset_id', 'reservation_id', 'key') ORDER BY c.n LIMIT 1) AS id
        FROM (
      """;

  private static final String FIRST = ") q LIMIT ?";

  /** An asset, if its row is there, with all of its events that are. */
  record AssetAndEvents(String id, Optional<AssetRow> row, List<EventRow> events) {}

  /** All assets of a slot, and all stories, in one snapshot. */
  List<AssetAndEvents> assets(Connection connection, short slot) throws SQLException {
    Map<String, AssetAndEvents> assets = new LinkedHashMap<>();
    Sql.list(
        connection,
        ASSETS_AND_EVENTS,
        row -> {
          AssetAndEvents asset = asset(assets, row);
          event(row).ifPresent(asset.events()::add);
          return asset.id();
        },
        slot,
        slot);
    return List.copyOf(assets.values());
  }

  private static AssetAndEvents asset(Map<String, AssetAndEvents> known, Row row)
      throws SQLException {
    String id = row.text("id");
    AssetAndEvents asset = known.get(id);
    if (asset == null) {
      asset = new AssetAndEvents(id, assetRow(row), new ArrayList<>());
      known.put(id, asset);
    }
    return asset;
  }

  private static Optional<AssetRow> assetRow(Row row) throws SQLException {
    Optional<String> status = row.textIfAny("status");
    return status.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AssetRow(
                AssetStatus.valueOf(status.get()),
                row.textIfAny("reservation_id"),
                row.instantIfAny("hold_expires_at"),
                row.bigint("version")));
  }

  private static Optional<EventRow> event(Row row) throws SQLException {
    Optional<Long> version = row.bigintIfAny("event_version");
    return version.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new EventRow(
                version.get(),
                EventKind.of(row.text("kind")),
                row.flag("passed"),
                row.textIfAny("event_reservation_id"),
                row.instantIfAny("expires_at")));
  }

  /** The first rows that break an invariant. */
  List<Difference> breaches(Connection connection, Invariant invariant, int atMost)
      throws SQLException {
    return Sql.list(
        connection,
        ROWS_OF + invariant.query() + FIRST,
        row ->
            Difference.ofInvariant(
                invariant.sentence(), row.textIfAny("id").orElse("?"), row.text("row")),
        atMost);
  }
}
