package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.Replies;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.payment.CancelSaleOutcome;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.testkit.Finish;
import dev.satu.testkit.Race;
import dev.satu.value.AssetId;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators against buyers, and against each other; every test ends with the invariants. */
class CatalogueRaceTest {
  @RegisterExtension static final Installed satu = new Installed();
  private static final Operator OPERATOR = new Operator(satu);

  @RepeatedTest(10)
  void a_lot_is_either_withdrawn_or_held_and_whoever_lost_is_told() {
    AssetId id = satu.newAsset();

    Finish<Reply<?>> finish =
        Race.of(20)
            .<Reply<?>>run(n -> n == 0 ? OPERATOR.withdraw(id) : satu.place(id, "usr_" + n))
            .withoutFailures();

    long held = kinds(finish, "Held");
    boolean withdrawn = kinds(finish, "Withdrawn") == 1;
    assertThat(held).isEqualTo(withdrawn ? 0 : 1);
    assertThat(kinds(finish, withdrawn ? "Unavailable WITHDRAWN" : "NotAvailable HELD"))
        .isEqualTo(withdrawn ? 19 : 1);
  }

  @RepeatedTest(10)
  void an_overdue_lot_is_either_withdrawn_or_taken_over() {
    AssetId id = satu.newAsset();
    satu.letExpireIn(satu.hold(id, "before"), Duration.ofSeconds(-1));

    Finish<Reply<?>> finish =
        Race.of(10)
            .<Reply<?>>run(n -> n == 0 ? OPERATOR.withdraw(id) : satu.place(id, "usr_" + n))
            .withoutFailures();

    assertThat(kinds(finish, "Held") + kinds(finish, "Withdrawn")).isEqualTo(1);
    assertThat(satu.satu().assets().find(id).orElseThrow().version()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 20, 100})
  void of_many_changes_made_for_one_version_exactly_one_is_carried_out(int operators) {
    AssetId id = satu.newAsset();

    var finish = Race.of(operators).run(n -> OPERATOR.rename(id, 1, "Name " + n)).withoutFailures();

    assertThat(kinds(finish, "Changed")).isEqualTo(1);
    assertThat(
            finish.values().stream()
                .map(Answers::first)
                .filter(new ChangeOutcome.VersionMoved(2)::equals))
        .hasSize(operators - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 20, 100})
  void of_many_cancellations_of_one_sale_exactly_one_is_carried_out(int operators) {
    AssetId id = satu.newAsset();
    satu.commit(satu.hold(id, "buyer").id(), satu.newName("pi"));

    Finish<Reply<CancelSaleOutcome>> finish =
        Race.of(operators).run(n -> OPERATOR.cancelSale(id)).withoutFailures();

    assertThat(kinds(finish, "Cancelled SALE_CANCELLED")).isEqualTo(1);
    assertThat(kinds(finish, "NotSold WITHDRAWN")).isEqualTo(operators - 1);
  }

  @Test
  void one_key_on_many_threads_withdraws_once_and_answers_alike() {
    AssetId id = satu.newAsset();
    WithdrawCommand command = OPERATOR.withdrawal(id);

    var finish = Race.of(50).run(n -> satu.satu().assets().withdraw(command)).withoutFailures();

    assertThat(finish.count(Reply.First.class)).isEqualTo(1);
    assertThat(finish.count(Reply.Replay.class)).isEqualTo(49);
    assertThat(satu.satu().assets().find(id).orElseThrow().version()).isEqualTo(2);
  }

  @RepeatedTest(10)
  void a_hold_is_either_sold_or_released_by_the_operator() {
    AssetId id = satu.newAsset();
    Reservation hold = satu.hold(id, "buyer");

    Finish<Reply<?>> finish =
        Race.of(2)
            .<Reply<?>>run(n ->
                n == 0
                    ? OPERATOR.release(id, hold.id())
                    : satu.commit(hold.id(), "pi-" + hold.id()))
            .withoutFailures();

    Object released = Answers.first(finish.values().get(0));
    Object sold = Answers.first(finish.values().get(1));
    if (released instanceof ReleaseOutcome.AlreadySold) {
      assertThat(sold).isInstanceOf(CommitOutcome.Committed.class);
    } else {
      assertThat(sold).isInstanceOf(CommitOutcome.TooLate.class);
    }
  }

  @Test
  void operators_and_buyers_at_a_few_lots_leave_every_promise_kept() {
    List<AssetId> lots = Stream.generate(satu::newAsset).limit(4).toList();
    long seed = new Random().nextLong();

    var finish =
        Race.of(32)
            .run(n -> {
              Random random = new Random(seed + n);
              for (int i = 0; i < 12; i++) {
                act(lots.get(random.nextInt(lots.size())), random.nextInt(6), "usr_" + n);
              }
              return n;
            });

    assertThat(finish.failures()).as("seed %d", seed).isEmpty();
  }

  private static void act(AssetId id, int what, String buyer) {
    switch (what) {
      case 0 -> OPERATOR.withdraw(id);
      case 1 -> OPERATOR.relist(id);
      case 2 -> OPERATOR.cancelSale(id);
      case 3 -> OPERATOR.rename(id, satu.satu().assets().find(id).orElseThrow().version(), buyer);
      default -> {
        var reply = satu.place(id, buyer);
        if (Replies.isHeld(reply)) {
          Reservation hold = Replies.held(reply);
          if (what == 4) {
            satu.commit(hold.id(), "pi-" + hold.id());
          } else {
            OPERATOR.release(id, hold.id());
          }
        }
      }
    }
  }

  private static long kinds(Finish<? extends Reply<?>> finish, String named) {
    long count = 0;
    for (Reply<?> reply : finish.values()) {
      if (Answers.named(Answers.first(reply)).equals(named)) {
        count++;
      }
    }
    return count;
  }
}
