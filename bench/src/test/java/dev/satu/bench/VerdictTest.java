package dev.satu.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Duration SOON = Duration.ofMillis(20);

  @Test
  void one_winner_and_nothing_but_refusals_holds() {
    var verdict = Verdict.of(List.of(refused(), won("buyer-0002"), refused()));

    assertThat(verdict.holds()).isTrue();
    assertThat(verdict.winners()).extracting(Answer.Won::buyerId).containsExactly("buyer-0002");
    assertThat(verdict.refused()).containsEntry("409 ASSET_UNAVAILABLE", 2);
  }

  @Test
  void a_lone_buyer_who_wins_holds() {
    assertThat(Verdict.of(List.of(won("buyer-0001"))).holds()).isTrue();
  }

  @Test
  void two_winners_do_not_hold() {
    var verdict = Verdict.of(List.of(won("buyer-0001"), won("buyer-0002"), refused()));

    assertThat(verdict.holds()).isFalse();
    assertThat(verdict.sentence()).startsWith("BROKEN: 2 buyers");
  }

  @Test
  void no_winner_does_not_hold() {
    assertThat(Verdict.of(List.of(refused(), refused())).holds()).isFalse();
  }

  @Test
  void one_winner_does_not_hold_if_anybody_got_something_else_than_a_409() {
    var unavailable = new Answer.Other("503 DATABASE_BUSY", SOON);
    var verdict = Verdict.of(List.of(won("buyer-0001"), refused(), unavailable));

    assertThat(verdict.holds()).isFalse();
    assertThat(verdict.other()).containsEntry("503 DATABASE_BUSY", 1);
  }

  private static Answer won(String buyerId) {
    return new Answer.Won(buyerId, "res_1", "2026-12-01T10:00:00Z", SOON);
  }

  private static Answer refused() {
    return new Answer.Refused("409 ASSET_UNAVAILABLE", SOON);
  }
}
