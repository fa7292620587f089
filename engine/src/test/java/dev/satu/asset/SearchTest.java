package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.database.Attempt;
import dev.satu.database.SqlState;
import dev.satu.database.Transactions;
import dev.satu.hold.Reservation;
import dev.satu.testkit.Sql;
import dev.satu.value.AssetId;
import dev.satu.value.Money;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A search for words shows the same whichever way it takes, and none of them is without end. */
class SearchTest {
  /** One connection: what a search leaves on it, the next one meets. */
  @RegisterExtension static final Installed satu = new Installed(1);

  private static final Operator OPERATOR = new Operator(satu);
  private static final int LOTS = 300;
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final AssetSearch.Bounds ONLY_SORTING = bounds(1, LONG, Duration.ZERO);
  private static final AssetSearch.Bounds ONLY_WALKING = bounds(7, Duration.ZERO, Duration.ZERO);

  private static final List<String> WORDS =
      List.of("Clock", "clockwork", "CL-71", "Rail", "railway", "10.5/B", "lamp_2", "even", "odd");
  private static final List<AssetStatus> STATUSES = List.of(AssetStatus.values());
  private static final List<String> SEARCHES =
      List.of("clock", "c", "CL", "rail way", "rail c", "even odd", "lot", "1", "b 10", "nothing");

  private static List<Asset> catalogue = List.of();

  private static final long SEED = seed();

  private final Random random = new Random(SEED);

  @BeforeEach
  void a_few_hundred_lots() {
    if (!catalogue.isEmpty()) {
      return;
    }
    for (int i = 0; i < LOTS; i++) {
      act(create("lot-" + random.nextInt(100) + '-' + i), i);
    }
    List<Asset> all = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      AssetPage page = satu.satu().assets().list(AssetFilter.ALL, AssetSort.BY_ID, cursor, 200);
      all.addAll(page.items());
      cursor = page.next();
    } while (cursor.isPresent());
    assertThat(all).hasSize(LOTS);
    catalogue = List.copyOf(all);
  }

  @ParameterizedTest
  @EnumSource(AssetSort.class)
  void B63_the_pages_show_each_match_once_in_order_whichever_way_each_page_takes(AssetSort sort) {
    List<AssetSearch.Bounds> ways =
        List.of(
            ONLY_SORTING,
            ONLY_WALKING,
            bounds(3, Duration.ZERO, LONG),
            bounds(40, Duration.ofMillis(1), Duration.ofMillis(1)),
            AssetSearch.Bounds.USUAL);
    for (String text : SEARCHES) {
      AssetFilter filter = filter(text, sort);
      List<String> expected =
          catalogue.stream()
              .filter(matching(filter))
              .sorted(order(sort))
              .map(SearchTest::id)
              .toList();
      int limit = 1 + random.nextInt(60);
      for (AssetSearch.Bounds way : ways) {
        assertThat(pages(filter, sort, limit, List.of(way)))
            .as("%s, %s, %d a page, %s", filter, sort, limit, way)
            .isEqualTo(expected);
      }
      Listing all = new Listing(filter, sort, Optional.empty(), LOTS);
      for (ListQuery query : List.of(ListQuery.sortingWords(all), ListQuery.sortingOthers(all))) {
        List<Asset> found =
            transactions().read(connection -> new CatalogueStore().list(connection, query));
        assertThat(found).extracting(SearchTest::id).as(query.sql()).isEqualTo(expected);
      }
      assertThat(pages(filter, sort, limit, ways))
          .as("%s, %s, %d a page, any way", filter, sort, limit)
          .isEqualTo(expected);
    }
  }

  @Test
  void a_page_that_ran_out_of_time_is_short_or_empty_and_names_the_next_but_the_last_never_does() {
    AssetFilter nothing = AssetFilter.ALL.withText("nothing");
    AssetPage page = page(nothing, AssetSort.BY_ID, Optional.empty(), 50, ONLY_WALKING);

    assertThat(page.items()).isEmpty();
    assertThat(page.next()).isPresent();
    assertThat(page(nothing, AssetSort.BY_ID, page.next(), 50, ONLY_SORTING))
        .isEqualTo(new AssetPage(List.of(), Optional.empty()));
  }

  @Test
  void a_search_whose_sorting_is_cut_walks_on() {
    AssetFilter all = AssetFilter.ALL.withText("lot");
    AssetSearch.Bounds cut = bounds(3, Duration.ofMillis(1), Duration.ZERO);
    AssetPage page;
    int tries = 0;
    do {
      page = page(all, AssetSort.BY_NAME, Optional.empty(), 200, cut);
    } while (page.items().size() == 200 && ++tries < 200);

    assertThat(page.items()).as("after %d tries", tries).hasSizeLessThan(200);
    assertThat(page.next()).isPresent();
  }

  @Test
  void what_is_set_for_a_search_is_gone_from_the_connection_after_it_also_after_a_cut_one()
      throws SQLException {
    String before = settings();
    CatalogueStore catalogue = new CatalogueStore();

    page(AssetFilter.ALL.withText("lot"), AssetSort.BY_ID, Optional.empty(), 50, ONLY_SORTING);
    assertThat(settings()).isEqualTo(before);
    Attempt<Object> cut =
        transactions()
            .run(connection -> {
              catalogue.prepareSearch(connection, Duration.ofMillis(20));
              return Sql.queryRows(connection, "SELECT pg_sleep(60)");
            });

    assertThat(cut).isEqualTo(new Attempt.Failed<>(SqlState.CANCELLED));
    assertThat(settings()).isEqualTo(before).contains("5000");
  }

  @ParameterizedTest
  @EnumSource(AssetSort.class)
  void a_walk_goes_along_an_index_and_never_sorts(AssetSort sort) throws SQLException {
    Listing listing = new Listing(filter("clock", sort), sort, Optional.empty(), 5);

    assertThat(plan(ListQuery.walking(listing, 100))).doesNotContain("Sort Key");
    assertThat(plan(ListQuery.inOrder(listing))).doesNotContain("Sort Key");
  }

  @ParameterizedTest
  @EnumSource(AssetSort.class)
  void matches_are_found_by_the_index_of_words_alone_wherever_the_page_begins(AssetSort sort)
      throws SQLException {
    Asset middle = catalogue.get(LOTS / 2);
    Optional<AssetCursor> after =
        sort.needsCurrency() && middle.price().isEmpty()
            ? Optional.empty()
            : Optional.of(sort.placeOf(middle));
    Listing listing = new Listing(filter("clock", sort).withCategory("x"), sort, after, 5);

    assertThat(plan(ListQuery.sortingWords(listing)))
        .contains("asset_by_words", "Sort Key")
        .doesNotContain("BitmapAnd", "asset_by_category", "asset_by_price");
    assertThat(plan(ListQuery.sortingOthers(listing)))
        .contains("Sort Key")
        .doesNotContain("asset_by_words");
  }

  private static List<String> pages(
      AssetFilter filter, AssetSort sort, int limit, List<AssetSearch.Bounds> ways) {
    List<String> shown = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    int pages = 0;
    do {
      AssetPage page = page(filter, sort, cursor, limit, ways.get(pages++ % ways.size()));
      assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
      page.items().stream().map(SearchTest::id).forEach(shown::add);
      cursor = page.next();
    } while (cursor.isPresent() && pages <= LOTS * 2);
    assertThat(cursor).isEmpty();
    return shown;
  }

  private static AssetPage page(
      AssetFilter filter,
      AssetSort sort,
      Optional<String> cursor,
      int limit,
      AssetSearch.Bounds bounds) {
    return new AssetSearch(transactions(), new CatalogueStore(), bounds)
        .page(new Listing(filter, sort, cursor.map(c -> AssetCursor.parse(c, sort)), limit));
  }

  /** These words, and some other conditions. */
  private AssetFilter filter(String text, AssetSort sort) {
    AssetFilter filter = AssetFilter.ALL.withText(text);
    if (random.nextInt(4) == 0) {
      filter = filter.withStatus(STATUSES.get(random.nextInt(4)));
    }
    if (random.nextInt(4) == 0) {
      filter = filter.withCategory("c" + random.nextInt(3));
    }
    if (sort.needsCurrency() || random.nextInt(4) == 0) {
      filter =
          filter.withPrice(
              random.nextBoolean() ? "CHF" : "EUR",
              random.nextBoolean() ? Optional.of(3L) : Optional.empty(),
              random.nextBoolean() ? Optional.of(7L) : Optional.empty());
    }
    return filter;
  }

  /** Whether an asset is to be found, said without a database. */
  private static Predicate<Asset> matching(AssetFilter filter) {
    return asset ->
        filter.status().stream().allMatch(asset.status()::equals)
            && filter.category().stream().allMatch(c -> asset.category().equals(Optional.of(c)))
            && filter.currency().stream()
                .allMatch(c -> asset.price().stream().anyMatch(p -> p.currency().equals(c)))
            && filter.priceMin().stream()
                .allMatch(least -> asset.price().orElseThrow().amount() >= least)
            && filter.priceMax().stream()
                .allMatch(most -> asset.price().orElseThrow().amount() <= most)
            && words(filter.text().orElseThrow())
                .allMatch(sought ->
                    words(id(asset) + ' ' + asset.name())
                        .anyMatch(word -> word.startsWith(sought)));
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1));
  }

  private static Comparator<Asset> order(AssetSort sort) {
    Comparator<Asset> byId = Comparator.comparing(SearchTest::id);
    return switch (sort) {
      case BY_ID -> byId;
      case BY_ID_BACKWARDS -> byId.reversed();
      case BY_NAME -> Comparator.comparing(Asset::name).thenComparing(byId);
      case BY_NAME_BACKWARDS -> order(AssetSort.BY_NAME).reversed();
      case OLDEST_FIRST -> Comparator.comparing(Asset::createdAt).thenComparing(byId);
      case NEWEST_FIRST -> order(AssetSort.OLDEST_FIRST).reversed();
      case CHEAPEST_FIRST ->
          Comparator.<Asset>comparingLong(asset -> asset.price().orElseThrow().amount())
              .thenComparing(byId);
      case DEAREST_FIRST -> order(AssetSort.CHEAPEST_FIRST).reversed();
    };
  }

  private static String id(Asset asset) {
    return asset.id().text();
  }

  private AssetId create(String id) {
    String name =
        WORDS.get(random.nextInt(WORDS.size())) + ' ' + WORDS.get(random.nextInt(WORDS.size()));
    AssetId asset = new AssetId(id);
    satu.satu()
        .assets()
        .create(
            new CreateCommand(
                Installed.SERVER,
                satu.newKey(),
                asset,
                name,
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of("c" + random.nextInt(3)),
                random.nextInt(4) == 0
                    ? Optional.empty()
                    : Optional.of(
                        new Money(1 + random.nextInt(9), random.nextBoolean() ? "CHF" : "EUR")),
                Optional.empty(),
                "{}"));
    return asset;
  }

  private static void act(AssetId asset, int i) {
    switch (i % 10) {
      case 0 -> satu.hold(asset, "buyer" + i);
      case 1 -> {
        Reservation overdue = satu.hold(asset, "buyer" + i);
        satu.letExpireIn(overdue, Duration.ofSeconds(-1));
      }
      case 2 -> OPERATOR.withdraw(asset);
      default -> {}
    }
  }

  private static Transactions transactions() {
    return new Transactions(satu.database().dataSource(), 3);
  }

  private static String settings() throws SQLException {
    try (Connection connection = satu.database().dataSource().getConnection()) {
      return Sql.queryRows(
              connection,
              "SELECT name, setting FROM pg_settings WHERE name IN"
                  + " ('statement_timeout', 'jit', 'max_parallel_workers_per_gather') ORDER BY name")
          .toString();
    }
  }

  /** How it is read where sorting is the planner's last resort. */
  private static String plan(ListQuery query) throws SQLException {
    try (Connection connection = satu.database().connect()) {
      Sql.execute(connection, "SET enable_sort = off");
      Sql.execute(connection, "SET enable_seqscan = off");
      return Sql.queryRows(connection, "EXPLAIN " + query.sql(), query.values()).toString();
    }
  }

  private static AssetSearch.Bounds bounds(int stretch, Duration sorting, Duration walking) {
    return new AssetSearch.Bounds(stretch, sorting, walking);
  }

  private static long seed() {
    long seed = Long.getLong("satu.seed", System.nanoTime());
    System.out.println("SearchTest: -Dsatu.seed=" + seed);
    return seed;
  }
}
