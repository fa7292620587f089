package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.reservation.HoldRules.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rules of placing stand twice: in Java and in SQL. Here they are held against each other. */
class HoldRulesTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  private static final String ALL_FACTS =
      """
      SELECT f.*, hold_verdict(key_seen, same_request, asset_found, asks_too_long, asset_status, live, own,
                               own_hold_refused, too_soon, at_limit) AS verdict
        FROM (SELECT * FROM (VALUES (true), (false)) k (key_seen)
               CROSS JOIN (VALUES (true), (%1$s)) s (same_request)
               CROSS JOIN (VALUES (true), (false)) f (asset_found)
               CROSS JOIN (VALUES (true), (%1$s)) t (asks_too_long)
               CROSS JOIN (VALUES ('AVAILABLE'), ('HELD'), ('SOLD'), ('WITHDRAWN')) a (asset_status)
               CROSS JOIN (VALUES (true), (%1$s)) l (live)
               CROSS JOIN (VALUES (true), (%1$s)) o (own)
               CROSS JOIN (VALUES (true), (false)) r (own_hold_refused)
               CROSS JOIN (VALUES (true), (false)) p (too_soon)
               CROSS JOIN (VALUES (true), (false)) c (at_limit)) f
      """;

  @Test
  void java_and_sql_decide_alike_over_all_facts() {
    var rows = satu.database().queryRows(ALL_FACTS.formatted("false"));

    assertThat(rows).hasSize(4 * 512);
    assertThat(rows).allSatisfy(HoldRulesTest::assertDecidedAlike);
  }

  @Test
  void what_sql_does_not_know_counts_as_no() {
    var rows = satu.database().queryRows(ALL_FACTS.formatted("NULL::boolean"));

    assertThat(rows).hasSize(4 * 512);
    assertThat(rows).allSatisfy(HoldRulesTest::assertDecidedAlike);
  }

  private static void assertDecidedAlike(Map<String, @Nullable Object> row) {
    Facts facts =
        new Facts(
            isTrue(row, "key_seen"),
            isTrue(row, "same_request"),
            isTrue(row, "asset_found"),
            isTrue(row, "asks_too_long"),
            String.valueOf(row.get("asset_status")),
            isTrue(row, "live"),
            isTrue(row, "own"),
            isTrue(row, "own_hold_refused"),
            isTrue(row, "too_soon"),
            isTrue(row, "at_limit"));
    assertThat(HoldRules.decide(facts).name())
        .as(facts.toString())
        .isEqualTo(String.valueOf(row.get("verdict")));
  }

  private static boolean isTrue(Map<String, @Nullable Object> row, String fact) {
    return Boolean.TRUE.equals(row.get(fact));
  }

  /** Everything speaks against the request; then one reason after the other is taken away. */
  @Test
  void refusals_come_in_their_documented_order() {
    List<HoldVerdict> told = new ArrayList<>();
    told.add(decide(true, true, false, true, "SOLD", true, true, true));
    told.add(decide(true, false, false, true, "SOLD", true, true, true));
    told.add(decide(false, false, false, true, "SOLD", true, true, true));
    told.add(decide(false, false, true, true, "SOLD", true, true, true));
    told.add(decide(false, false, true, false, "SOLD", true, true, true));
    told.add(decide(false, false, true, false, "WITHDRAWN", true, true, true));
    told.add(decide(false, false, true, false, "HELD", true, false, true));
    told.add(decide(false, false, true, false, "HELD", true, true, true));
    told.add(decide(false, false, true, false, "HELD", true, true, false));
    told.add(decide(false, false, true, false, "HELD", false, true, true));
    told.add(HoldRules.decide(free(false, true)));
    told.add(HoldRules.decide(free(false, false)));

    assertThat(told)
        .containsExactly(
            HoldVerdict.REPLAY,
            HoldVerdict.KEY_REUSED,
            HoldVerdict.ASSET_NOT_FOUND,
            HoldVerdict.HOLD_TOO_LONG,
            HoldVerdict.SOLD,
            HoldVerdict.WITHDRAWN,
            HoldVerdict.HELD,
            HoldVerdict.HELD_BY_YOU,
            HoldVerdict.ALREADY_HELD,
            HoldVerdict.TOO_SOON,
            HoldVerdict.LIMIT_REACHED,
            HoldVerdict.GRANTED);
  }

  /** BEHIND and BUSY are told of rows that could not be judged. */
  @Test
  void every_verdict_but_behind_and_busy_is_told_by_the_rules() {
    assertThat(
            satu.database().queryRows(ALL_FACTS.formatted("false")).stream()
                .map(row -> HoldVerdict.valueOf(String.valueOf(row.get("verdict"))))
                .distinct())
        .hasSize(HoldVerdict.values().length - 2)
        .doesNotContain(HoldVerdict.BEHIND, HoldVerdict.BUSY);
  }

  /** As asked, the buyer being too early and at the limit besides. */
  private static HoldVerdict decide(
      boolean keySeen,
      boolean sameRequest,
      boolean assetFound,
      boolean asksTooLong,
      String status,
      boolean live,
      boolean own,
      boolean ownHoldRefused) {
    return HoldRules.decide(
        new Facts(
            keySeen,
            sameRequest,
            assetFound,
            asksTooLong,
            status,
            live,
            own,
            ownHoldRefused,
            true,
            true));
  }

  private static Facts free(boolean tooSoon, boolean atLimit) {
    return new Facts(false, false, true, false, "AVAILABLE", false, false, false, tooSoon, atLimit);
  }
}
