package dev.satu.asset;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statement of one listing. It has only the conditions that are asked for, each a constant: a
 * condition that may be absent ({@code ? IS NULL OR …}) would keep the planner from the indexes.
 */
final class ListQuery {
  /** Few assets are held at any moment, so they are found through their reservations. */
  private static final String THROUGH_HOLDS =
      """
        JOIN reservation r ON r.slot = a.slot AND r.asset_id = a.id AND r.id = a.reservation_id AND r.status = 'HELD'
      """;

  private static final String AVAILABLE =
      "a.listed AND (a.status = 'AVAILABLE' OR a.hold_expires_at < c.t)";
  private static final String HELD = "a.status = 'HELD' AND a.hold_expires_at >= c.t";
  private static final String SOLD = "NOT a.listed AND NOT a.withdrawn";
  private static final String WITHDRAWN = "a.withdrawn";
  private static final String CATEGORY = "a.category = ?";
  private static final String TEXT = "asset_words(a.id, a.name) @@ to_tsquery('simple', ?)";
  private static final String CURRENCY = "a.price_currency = ?::char(3)";
  private static final String PRICE_MIN = "a.price_amount >= ?";
  private static final String PRICE_MAX = "a.price_amount <= ?";

  private static final String CLOCK = " CROSS JOIN (SELECT clock_timestamp() AS t) c";

  /**
   * What is shown of a row of a subquery, which has the columns of an asset and the asset itself.
   */
  private static final String SEARCH_SHOWS =
      AssetStore.SHOWN.replace("asset_json(a,", "asset_json(a.whole,");

  private final StringBuilder sql = new StringBuilder();
  private final List<@Nullable Object> values = new ArrayList<>();
  private String joint = " WHERE ";

  private ListQuery() {}

  /** A page, read in the order of an index: for a listing without words. */
  static ListQuery inOrder(Listing listing) {
    ListQuery query = new ListQuery();
    query.sql.append(AssetStore.COLUMNS);
    query.throughHolds(listing.filter());
    query.whereAll(listing.filter());
    query.whereAfter(listing);
    query.end(listing.sort().orderSql(), listing.limit());
    return query;
  }

  /**
   * A page, sorted from all that has the words. The words stand alone behind {@code OFFSET 0}: the
   * planner takes the beginning of a word for more frequent than it is, and would look for one that
   * nothing has by walking the catalogue in order (19 s over two million), or read half of another
   * index beside the few matches.
   */
  static ListQuery sortingWords(Listing listing) {
    ListQuery query = new ListQuery();
    query.sql.append(SEARCH_SHOWS).append(" FROM (SELECT a.*, a AS whole FROM asset a");
    query.whereWords(listing.filter());
    query.sql.append(" OFFSET 0) a").append(CLOCK);
    query.joint = " WHERE ";
    query.whereAllButWords(listing.filter());
    query.whereAfter(listing);
    query.end(listing.sort().orderSql(), listing.limit());
    return query;
  }

  /** The same page, sorted from all that meets the other conditions. */
  static ListQuery sortingOthers(Listing listing) {
    ListQuery query = new ListQuery();
    query
        .sql
        .append(SEARCH_SHOWS)
        .append(" FROM (SELECT a.*, a AS whole FROM asset a")
        .append(CLOCK);
    query.throughHolds(listing.filter());
    query.whereAllButWords(listing.filter());
    query.sql.append(" OFFSET 0) a").append(CLOCK);
    query.joint = " WHERE ";
    query.whereWords(listing.filter());
    query.whereAfter(listing);
    query.end(listing.sort().orderSql(), listing.limit());
    return query;
  }

  /**
   * A stretch of a walk along the index of an order: of the next so many assets those that meet the
   * conditions, and the last one in any case, so that it is known how far the walk came. Inside it
   * stand only conditions that the index has: by others a stretch would have no end.
   */
  static ListQuery walking(Listing listing, int stretch) {
    AssetFilter filter = listing.filter();
    String order = listing.sort().orderSql();
    ListQuery query = new ListQuery();
    query
        .sql
        .append(SEARCH_SHOWS)
        .append(", a.step, f.found FROM (SELECT a.*, a AS whole, row_number() OVER (ORDER BY ")
        .append(order)
        .append(") AS step FROM asset a");
    if (listing.sort().needsCurrency()) {
      query.wherePrice(filter);
    }
    if (listing.sort().isById()) {
      query.whereCategory(filter);
    }
    query.whereAfter(listing);
    query.end(order, stretch);
    query.sql.append(") a").append(CLOCK).append(" CROSS JOIN LATERAL (SELECT (");
    query.joint = "";
    query.whereAll(filter);
    query.sql.append(") IS TRUE AS found) f WHERE f.found OR a.step = ?");
    query.values.add(stretch);
    query.end(order, listing.limit());
    return query;
  }

  String sql() {
    return sql.toString();
  }

  @Nullable Object[] values() {
    return values.toArray();
  }

  private void throughHolds(AssetFilter filter) {
    if (filter.status().equals(Optional.of(AssetStatus.HELD))) {
      sql.append(THROUGH_HOLDS);
    }
  }

  private void whereAll(AssetFilter filter) {
    whereAllButWords(filter);
    whereWords(filter);
  }

  private void whereAllButWords(AssetFilter filter) {
    filter.status().map(ListQuery::statusSql).ifPresent(this::where);
    whereCategory(filter);
    wherePrice(filter);
  }

  private void whereWords(AssetFilter filter) {
    filter.textQuery().ifPresent(words -> where(TEXT, words));
  }

  private void whereCategory(AssetFilter filter) {
    filter.category().ifPresent(category -> where(CATEGORY, category));
  }

  private void wherePrice(AssetFilter filter) {
    filter.currency().ifPresent(currency -> where(CURRENCY, currency));
    filter.priceMin().ifPresent(least -> where(PRICE_MIN, least));
    filter.priceMax().ifPresent(highest -> where(PRICE_MAX, highest));
  }

  private void whereAfter(Listing listing) {
    AssetSort sort = listing.sort();
    listing
        .after()
        .ifPresent(place -> {
          String id = place.id().text();
          sort.key(place.key())
              .ifPresentOrElse(
                  key -> where(sort.afterSql(), key, id), () -> where(sort.afterSql(), id));
        });
  }

  private void end(String order, int limit) {
    sql.append(" ORDER BY ").append(order).append(" LIMIT ?");
    values.add(limit);
  }

  private static String statusSql(AssetStatus status) {
    return switch (status) {
      case AVAILABLE -> AVAILABLE;
      case HELD -> HELD;
      case SOLD -> SOLD;
      case WITHDRAWN -> WITHDRAWN;
    };
  }

  private void where(String condition, Object... bound) {
    sql.append(joint).append(condition);
    joint = " AND ";
    values.addAll(List.of(bound));
  }
}
