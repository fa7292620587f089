package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Installed;
import dev.satu.hold.Reservation;
import dev.satu.value.AssetId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue in pages. */
class ListTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  /** In the order of their bytes, which is neither that of a dictionary nor that of Turkish. */
  private static final List<String> IN_ORDER =
      List.of(
          "-", ".", "0", "10", "9", ":", "A", "B", "I", "Z", "_", "a", "a-", "a.", "a0", "aa", "i",
          "z", "~");

  @BeforeEach
  void the_catalogue_is_these_assets_and_no_others() {
    satu.database().emptyTables("installation", "story_floor");
    for (int i = IN_ORDER.size() - 1; i >= 0; i--) {
      satu.satu()
          .assets()
          .create(
              CreateCommand.of(
                  Installed.SERVER, satu.newKey(), new AssetId(IN_ORDER.get(i)), "A lot"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 18, 19, 20, 200})
  void pages_of_any_size_show_each_asset_once_in_the_order_of_ids(int limit) {
    List<String> shown = new ArrayList<>();
    int pages = 0;
    Optional<String> after = Optional.empty();
    do {
      AssetPage page = list(after, limit);
      assertThat(page.items()).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
      page.items().forEach(asset -> shown.add(asset.id().text()));
      after = page.next();
      pages++;
    } while (after.isPresent());

    assertThat(shown).isEqualTo(IN_ORDER);
    assertThat(pages).isEqualTo((IN_ORDER.size() + limit - 1) / limit);
  }

  @Test
  void a_page_begins_after_any_id_whether_or_not_it_exists() {
    assertThat(list(after("a1"), 2).items())
        .extracting(asset -> asset.id().text())
        .containsExactly("aa", "i");
    assertThat(list(after("~"), 2)).isEqualTo(new AssetPage(List.of(), Optional.empty()));
  }

  @Test
  void an_asset_that_comes_while_one_pages_is_shown_once_or_not_at_all() {
    AssetPage first = list(Optional.empty(), 5);
    satu.satu()
        .assets()
        .create(CreateCommand.of(Installed.SERVER, satu.newKey(), new AssetId("00"), "New"));
    satu.satu()
        .assets()
        .create(CreateCommand.of(Installed.SERVER, satu.newKey(), new AssetId("bb"), "New"));

    AssetPage rest = list(first.next(), 200);

    assertThat(rest.items())
        .extracting(asset -> asset.id().text())
        .doesNotContain("00")
        .contains("bb")
        .doesNotContainAnyElementsOf(
            first.items().stream().map(asset -> asset.id().text()).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 201, Integer.MAX_VALUE})
  void a_limit_out_of_bounds_is_refused(int limit) {
    assertThatThrownBy(() -> list(Optional.empty(), limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("limit must be 1 to 200");
  }

  @Test
  void an_overdue_hold_is_listed_as_available_before_any_sweep() {
    satu.hold(new AssetId("a"), "buyer");
    Reservation overdue = satu.hold(new AssetId("i"), "buyer");
    satu.letExpireIn(overdue, Duration.ofNanos(-1000));
    satu.commit(satu.hold(new AssetId("z"), "buyer").id(), satu.newName("pi"));

    List<Asset> items = list(Optional.empty(), 200).items();

    assertThat(statusOf(items, "a")).isEqualTo(AssetStatus.HELD);
    assertThat(statusOf(items, "i")).isEqualTo(AssetStatus.AVAILABLE);
    assertThat(statusOf(items, "z")).isEqualTo(AssetStatus.SOLD);
    assertThat(items).allSatisfy(asset -> assertThat(asset.json()).doesNotContain("buyer"));
    assertThat(items).contains(satu.satu().assets().find(new AssetId("a")).orElseThrow());
  }

  private static AssetPage list(Optional<String> cursor, int limit) {
    return satu.satu().assets().list(AssetFilter.ALL, AssetSort.BY_ID, cursor, limit);
  }

  private static Optional<String> after(String id) {
    return Optional.of(new AssetCursor(AssetSort.BY_ID, "", new AssetId(id)).text());
  }

  private static AssetStatus statusOf(List<Asset> items, String id) {
    return items.stream()
        .filter(asset -> asset.id().text().equals(id))
        .findFirst()
        .orElseThrow()
        .status();
  }
}
