package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.idempotency.Fingerprints;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.reservation.WaitingClaims.Waiting;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Who is taken next. */
class WaitingClaimsTest {
  private static final Fingerprints PRINTS = new Fingerprints(new byte[32]);

  private final WaitingClaims waiting = new WaitingClaims();

  @Test
  void a_claim_behind_a_crowd_before_another_asset_is_in_the_next_batch() throws Exception {
    for (int i = 0; i < 100; i++) {
      add("hot", "crowd-" + i);
    }
    add("cold", "alone");

    assertThat(assets(waiting.take(10)))
        .containsExactly("hot", "cold", "hot", "hot", "hot", "hot", "hot", "hot", "hot", "hot");
  }

  @Test
  void the_claims_of_an_asset_keep_their_order() throws Exception {
    add("a", "1");
    add("b", "2");
    add("a", "3");
    add("a", "4");

    assertThat(keys(waiting.take(3))).containsExactly("1", "2", "3");
  }

  @Test
  void an_asset_in_a_batch_is_given_to_no_other_writer() throws Exception {
    add("a", "1");
    List<Waiting> first = waiting.take(10);
    add("a", "2");
    add("b", "3");

    assertThat(keys(waiting.take(10))).containsExactly("3");
    waiting.ended(first, List.of());
    assertThat(keys(waiting.take(10))).containsExactly("2");
  }

  @Test
  void an_undecided_claim_comes_before_those_that_came_after_it() throws Exception {
    add("a", "1");
    add("a", "2");
    List<Waiting> batch = waiting.take(10);
    add("a", "3");
    waiting.ended(batch, batch.subList(1, 2));

    assertThat(waiting.size()).isEqualTo(2);
    assertThat(keys(waiting.take(10))).containsExactly("2", "3");
  }

  @Test
  void two_claims_with_one_key_are_not_in_one_batch() throws Exception {
    add("a", "same");
    add("b", "same");
    add("c", "other");

    List<Waiting> batch = waiting.take(10);
    assertThat(assets(batch)).containsExactly("a", "c");
    waiting.ended(batch, List.of());
    assertThat(assets(waiting.take(10))).containsExactly("b");
  }

  @Test
  void two_claims_of_one_limited_buyer_are_not_in_one_batch() throws Exception {
    BuyerLimits limits = BuyerLimits.of(1, Duration.ofMinutes(1));
    add(command("a", "1").limitedTo(limits));
    add(command("b", "2").limitedTo(limits));
    add(command("c", "3"));

    assertThat(keys(waiting.take(10))).containsExactly("1", "3");
  }

  @Test
  void after_the_end_what_waited_is_still_given_out_and_nothing_is_taken_on() throws Exception {
    add("a", "1");
    waiting.close();

    assertThatThrownBy(() -> add("a", "2")).isInstanceOf(RejectedExecutionException.class);
    List<Waiting> last = waiting.take(10);
    assertThat(keys(last)).containsExactly("1");
    waiting.ended(last, List.of());
    assertThat(waiting.take(10)).isEmpty();
  }

  private void add(String asset, String key) {
    add(command(asset, key));
  }

  private void add(PlaceCommand command) {
    waiting.add(new Waiting(new Claim(command, PRINTS.of(command)), new CompletableFuture<>(), 0));
  }

  private static PlaceCommand command(String asset, String key) {
    return PlaceCommand.of(
        Caller.of(new AccountId("shop")),
        new IdempotencyKey(key),
        new AssetId(asset),
        new BuyerId("usr_1"));
  }

  private static List<String> assets(List<Waiting> batch) {
    return batch.stream().map(one -> one.asset().text()).toList();
  }

  private static List<String> keys(List<Waiting> batch) {
    return batch.stream().map(one -> one.claim().command().key().text()).toList();
  }
}
