package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.hold.Reservation;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue filtered and sorted. */
class FilteredListTest {
  @RegisterExtension static final Installed satu = new Installed(4);
  private static final Operator OPERATOR = new Operator(satu);

  @BeforeEach
  void the_catalogue_is_empty() {
    satu.database().emptyTables("installation", "story_floor");
  }

  @Test
  void each_status_is_found_as_it_is_now_swept_or_not() {
    create("free");
    satu.hold(create("held"), "buyer");
    satu.letExpireIn(satu.hold(create("overdue"), "buyer"), Duration.ofSeconds(-1));
    satu.commit(satu.hold(create("sold"), "buyer").id(), satu.newName("pi"));
    OPERATOR.withdraw(create("withdrawn"));
    satu.commit(satu.hold(create("cancelled"), "buyer").id(), satu.newName("pi"));
    OPERATOR.cancelSale(new AssetId("cancelled"));

    assertThat(found(AssetFilter.ALL.withStatus(AssetStatus.AVAILABLE)))
        .containsExactly("free", "overdue");
    assertThat(found(AssetFilter.ALL.withStatus(AssetStatus.HELD))).containsExactly("held");
    assertThat(found(AssetFilter.ALL.withStatus(AssetStatus.SOLD))).containsExactly("sold");
    assertThat(found(AssetFilter.ALL.withStatus(AssetStatus.WITHDRAWN)))
        .containsExactly("cancelled", "withdrawn");
  }

  @Test
  void a_lot_held_many_times_is_listed_as_held_once() {
    AssetId id = create("lot");
    for (int i = 0; i < 3; i++) {
      Reservation hold = satu.hold(id, "buyer" + i);
      satu.letExpireIn(hold, Duration.ofSeconds(-1));
    }
    satu.hold(id, "last");

    assertThat(found(AssetFilter.ALL.withStatus(AssetStatus.HELD))).containsExactly("lot");
  }

  @ParameterizedTest
  @CsvSource({
    "clock, CL-71",
    "CLOCK, CL-71",
    "clo, CL-71",
    "71, CL-71",
    "cl-71, CL-71",
    "850, CL-71",
    "double sided, CL-71",
    "sided station, CL-71",
    "lok, LOK.3/2",
    "3/2, LOK.3/2",
    "für, LOK.3/2",
    "🚂 für, LOK.3/2",
    "a:* | b & !c <-> lok, ''",
    "lock, ''",
    "clock lok, ''"
  })
  void a_text_finds_words_of_id_and_name_by_their_beginnings(String text, String expected) {
    create("CL-71", "Station clock (double-sided), ⌀ 850mm");
    create("LOK.3-2".replace("3-2", "3:2"), "Lok für 3/2 Achsen");

    assertThat(String.join(",", found(AssetFilter.ALL.withText(text))).replace("3:2", "3/2"))
        .isEqualTo(expected);
  }

  @Test
  void conditions_hold_together() {
    priced("a", "clocks", new Money(100, "CHF"));
    priced("b", "clocks", new Money(200, "CHF"));
    priced("c", "clocks", new Money(200, "EUR"));
    priced("d", "signals", new Money(200, "CHF"));
    priced("e", "clocks", new Money(300, "CHF"));
    satu.hold(new AssetId("b"), "buyer");
    AssetFilter clocks = AssetFilter.ALL.withCategory("clocks");

    assertThat(found(clocks.withPrice("CHF", Optional.of(150L), Optional.of(300L))))
        .containsExactly("b", "e");
    assertThat(
            found(
                clocks
                    .withPrice("CHF", Optional.of(150L), Optional.empty())
                    .withStatus(AssetStatus.AVAILABLE)
                    .withText("lot")))
        .containsExactly("e");
    assertThat(found(clocks.withPrice("CHF", Optional.empty(), Optional.of(200L))))
        .containsExactly("a", "b");
  }

  @ParameterizedTest
  @EnumSource(AssetSort.class)
  void B63_every_order_shows_each_asset_once_though_all_but_the_id_is_equal(AssetSort sort) {
    List<String> ids = IntStream.range(0, 100).mapToObj(n -> "lot-" + (1000 + n)).toList();
    ids.forEach(id -> priced(id, "clocks", new Money(100, "CHF")));
    satu.database().execute("UPDATE asset SET created_at = '2026-01-01T00:00:00Z'");

    assertThat(walk(sort, 7, () -> {}))
        .isEqualTo(sort.text().startsWith("-") ? ids.reversed() : ids);
  }

  @ParameterizedTest
  @EnumSource(AssetSort.class)
  void B63_each_asset_is_shown_once_while_others_claim_release_and_list(AssetSort sort) {
    List<String> ids = IntStream.range(0, 30).mapToObj(n -> "lot-" + (1000 + n)).toList();
    for (int i = 0; i < ids.size(); i++) {
      priced(ids.get(i), "clocks", new Money(100 + i % 3, "CHF"));
    }
    int[] turn = {0};

    List<String> shown =
        walk(
            sort,
            7,
            () -> {
              AssetId id = new AssetId(ids.get(turn[0]++ * 7 % 30));
              satu.release(satu.hold(id, "buyer").id());
              satu.hold(id, "buyer");
              priced(satu.newName("new"), "clocks", new Money(101, "CHF"));
            });

    Set<String> old = new HashSet<>(shown);
    assertThat(shown).doesNotHaveDuplicates();
    assertThat(old).containsAll(ids);
  }

  @Test
  void prices_are_sorted_within_their_currency_and_the_newest_come_first() {
    priced("a", "clocks", new Money(300, "CHF"));
    priced("b", "clocks", new Money(100, "CHF"));
    priced("c", "clocks", new Money(1, "EUR"));
    priced("d", "clocks", new Money(200, "CHF"));
    AssetFilter francs = AssetFilter.ALL.withPrice("CHF", Optional.empty(), Optional.empty());

    assertThat(found(francs, AssetSort.CHEAPEST_FIRST)).containsExactly("b", "d", "a");
    assertThat(found(francs, AssetSort.DEAREST_FIRST)).containsExactly("a", "d", "b");
    assertThat(found(AssetFilter.ALL, AssetSort.NEWEST_FIRST)).containsExactly("d", "c", "b", "a");
    assertThat(found(AssetFilter.ALL, AssetSort.OLDEST_FIRST)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void names_are_in_the_order_of_their_code_points_and_equal_ones_in_that_of_ids() {
    create("1", "Zürich clock");
    create("2", "Äpfel");
    create("3", "a clock");
    create("4", "Zurich clock");
    create("6", "Clock 10");
    create("5", "Clock 10");
    create("7", "Clock 9");
    create("8", "\uD83D\uDE82 engine");
    create("9", "\uFF21 wide");

    List<String> ids = List.of("5", "6", "7", "4", "1", "3", "2", "9", "8");

    assertThat(found(AssetFilter.ALL, AssetSort.BY_NAME)).isEqualTo(ids);
    assertThat(found(AssetFilter.ALL, AssetSort.BY_NAME_BACKWARDS)).isEqualTo(ids.reversed());
    assertThat(walk(AssetSort.BY_NAME, 1, () -> {})).isEqualTo(ids);
    assertThat(walk(AssetSort.BY_NAME_BACKWARDS, 1, () -> {})).isEqualTo(ids.reversed());
  }

  @Test
  void a_cursor_whose_name_could_be_no_name_is_refused() {
    for (String name : List.of("", "\0", "a\nb", "x".repeat(256))) {
      String cursor = new AssetCursor(AssetSort.BY_NAME, name, new AssetId("a")).text();
      assertThatThrownBy(() ->
              satu.satu().assets().list(AssetFilter.ALL, AssetSort.BY_NAME, Optional.of(cursor), 5))
          .isInstanceOf(InvalidValue.class)
          .hasMessageStartingWith("cursor ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "%",
        "bG90",
        "aWQgIGE",
        "cHJpY2UgeCBh",
        "cHJpY2UgMSBhIGI",
        "cHJpY2UgMSBiYWQvaWQ",
        "cHJpY2UgOTk5OTk5OTk5OTk5OTk5OTk5OTk5IGE"
      })
  void a_cursor_that_is_none_of_this_order_is_refused(String cursor) {
    AssetFilter francs = AssetFilter.ALL.withPrice("CHF", Optional.empty(), Optional.empty());

    assertThatThrownBy(() ->
            satu.satu().assets().list(francs, AssetSort.CHEAPEST_FIRST, Optional.of(cursor), 5))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("cursor ");
  }

  @Test
  void amounts_without_a_currency_are_not_compared() {
    assertThatThrownBy(() ->
            satu.satu()
                .assets()
                .list(AssetFilter.ALL, AssetSort.CHEAPEST_FIRST, Optional.empty(), 5))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("currency ");
    assertThatThrownBy(() ->
            new AssetFilter(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(1L),
                Optional.empty()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("currency ");
  }

  private static List<String> walk(AssetSort sort, int limit, Runnable betweenPages) {
    AssetFilter filter =
        sort.needsCurrency()
            ? AssetFilter.ALL.withPrice("CHF", Optional.empty(), Optional.empty())
            : AssetFilter.ALL;
    List<String> shown = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      AssetPage page = satu.satu().assets().list(filter, sort, cursor, limit);
      page.items().forEach(asset -> shown.add(asset.id().text()));
      cursor = page.next();
      betweenPages.run();
    } while (cursor.isPresent() && shown.size() < 1000);
    return shown;
  }

  private static List<String> found(AssetFilter filter) {
    return found(filter, AssetSort.BY_ID);
  }

  private static List<String> found(AssetFilter filter, AssetSort sort) {
    return satu.satu().assets().list(filter, sort, Optional.empty(), 200).items().stream()
        .map(asset -> asset.id().text())
        .toList();
  }

  private static AssetId create(String id) {
    return create(id, "A lot");
  }

  private static AssetId create(String id, String name) {
    AssetId asset = new AssetId(id);
    Answers.first(
        satu.satu().assets().create(CreateCommand.of(Installed.SERVER, satu.newKey(), asset, name)),
        CreateOutcome.Created.class);
    return asset;
  }

  private static void priced(String id, String category, Money price) {
    Answers.first(
        satu.satu()
            .assets()
            .create(
                new CreateCommand(
                    Installed.SERVER,
                    satu.newKey(),
                    new AssetId(id),
                    "A lot",
                    Optional.of(category),
                    Optional.of(price),
                    Optional.empty(),
                    "{}")),
        CreateOutcome.Created.class);
  }
}
