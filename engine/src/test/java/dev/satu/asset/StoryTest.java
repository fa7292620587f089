package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.hold.Reservation;
import dev.satu.value.AssetId;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The story of an asset. */
class StoryTest {
  @RegisterExtension static final Installed satu = new Installed(4);
  private static final Operator OPERATOR = new Operator(satu);

  @Test
  void a_story_tells_every_change_with_who_and_why() {
    AssetId id = satu.newAsset();
    OPERATOR.rename(id, 1, "Another");
    Reservation overdue = satu.hold(id, "ada");
    satu.letExpireIn(overdue, Duration.ofSeconds(-1));
    satu.hold(id, "bob");
    OPERATOR.release(id, currentHold(id));
    OPERATOR.withdraw(id);
    OPERATOR.relist(id);
    satu.commit(satu.hold(id, "cid").id(), satu.newName("pi"));
    OPERATOR.cancelSale(id);

    List<StoryPage.Step> steps = story(true, id, 100);

    assertThat(steps.stream().map(step -> step.version() + " " + step.kind()))
        .containsExactly(
            "1 asset.created",
            "2 asset.updated",
            "3 asset.held",
            "4 asset.expired",
            "5 asset.held",
            "6 asset.released",
            "7 asset.withdrawn",
            "8 asset.relisted",
            "9 asset.held",
            "10 asset.sold",
            "11 asset.sale_cancelled");
    assertThat(told(steps.get(1), "{changes,name,to}")).isEqualTo("Another");
    assertThat(told(steps.get(2), "{buyer_id}")).isEqualTo("ada");
    assertThat(told(steps.get(2), "{reservation_id}")).isEqualTo(overdue.id().text());
    assertThat(told(steps.get(3), "{reason}")).isEqualTo("TAKEN_OVER");
    assertThat(told(steps.get(5), "{actor}")).isEqualTo("account:back-office");
    assertThat(told(steps.get(5), "{account_id}")).isEqualTo("shop");
    for (int step : new int[] {5, 6, 7, 10}) {
      assertThat(told(steps.get(step), "{reason}")).isEqualTo(Operator.REASON.text());
    }
    assertThat(told(steps.get(10), "{payment_id}")).startsWith("pay_");
  }

  @Test
  void a_buyer_is_told_what_happened_but_neither_who_nor_why() {
    AssetId id = satu.newAsset();
    satu.commit(satu.hold(id, "secretive").id(), satu.newName("pi"));
    OPERATOR.cancelSale(id);

    List<StoryPage.Step> steps = story(false, id, 100);

    assertThat(steps).hasSize(4);
    assertThat(steps)
        .allSatisfy(step ->
            assertThat(step.json())
                .contains("\"kind\":\"" + step.kind() + "\"")
                .doesNotContain(
                    "secretive",
                    "shop",
                    "back-office",
                    "reservation_id",
                    "payment_id",
                    "reason",
                    "actor"));
  }

  @Test
  void pages_of_any_size_tell_each_step_once() {
    AssetId id = satu.newAsset();
    for (int i = 0; i < 5; i++) {
      satu.release(satu.hold(id, "buyer").id());
    }

    for (int limit : new int[] {1, 2, 10, 11, 12}) {
      assertThat(story(true, id, limit).stream().map(StoryPage.Step::version))
          .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
    }
  }

  @Test
  void what_was_never_listed_has_no_story() {
    assertThat(satu.satu().assets().story(true, new AssetId("none"), 0, 10)).isEmpty();
  }

  private static List<StoryPage.Step> story(boolean withNames, AssetId id, int limit) {
    List<StoryPage.Step> told = new ArrayList<>();
    Optional<Long> after = Optional.of(0L);
    while (after.isPresent()) {
      StoryPage page = satu.satu().assets().story(withNames, id, after.get(), limit).orElseThrow();
      assertThat(page.steps()).hasSizeLessThanOrEqualTo(limit);
      told.addAll(page.steps());
      after = page.next();
    }
    return told;
  }

  private static ReservationId currentHold(AssetId id) {
    return new ReservationId(
        satu.database().queryText("SELECT reservation_id FROM asset WHERE id = ?", id.text()));
  }

  private static String told(StoryPage.Step step, String path) {
    return satu.database().queryText("SELECT ?::json #>> ?::text[]", step.json(), path);
  }
}
