package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.asset.AssetStatus;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import dev.satu.sale.Payment;
import dev.satu.sale.PaymentState;
import dev.satu.sale.UnmatchedReason;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CommitTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final Money PRICE = new Money(12_500, "CHF");

  @Test
  void a_live_hold_becomes_a_sale_paid_by_the_payment() {
    Reservation hold = satu.hold(satu.newAsset(PRICE), "buyer");
    String ref = satu.newName("pi");

    var sold = Answers.first(commit(hold.id(), ref, PRICE), CommitOutcome.Committed.class);

    assertThat(sold.reservation().status()).isEqualTo(ReservationStatus.COMMITTED);
    assertThat(sold.reservation().version()).isEqualTo(hold.version() + 1);
    assertThat(sold.reservation().endedAt()).isPresent();
    assertThat(sold.reservation().expiresAt()).isEqualTo(hold.expiresAt());
    assertThat(sold.payment().state()).isEqualTo(PaymentState.SALE);
    assertThat(sold.payment().ref()).isEqualTo(new PaymentRef(ref));
    assertThat(sold.payment().money()).contains(PRICE);
    assertThat(sold.payment().reservation()).isEqualTo(hold.id());
    assertThat(sold.reservation().json())
        .contains("\"payment_id\":\"" + sold.payment().id() + "\"");
  }

  @Test
  void the_same_payment_with_a_new_key_is_the_same_sale() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    String ref = satu.newName("pi");
    var sold = Answers.first(satu.commit(hold.id(), ref), CommitOutcome.Committed.class);

    Snapshot.assertOnlyAnswerStoredBy(
        satu, () -> assertThat(Answers.first(satu.commit(hold.id(), ref))).isEqualTo(sold));
  }

  @Test
  void another_payment_on_a_sold_reservation_is_unmatched() {
    Reservation hold = satu.hold(satu.newAsset(PRICE), "buyer");
    var sold =
        Answers.first(commit(hold.id(), satu.newName("pi"), PRICE), CommitOutcome.Committed.class);

    var second =
        Answers.first(
            commit(hold.id(), satu.newName("pi"), PRICE), CommitOutcome.AlreadySold.class);

    assertUnmatched(second.payment(), UnmatchedReason.ALREADY_SOLD);
    assertThat(second.payment().money()).contains(PRICE);
    assertThat(satu.satu().reservations().find(Installed.SERVER, hold.id()))
        .contains(sold.reservation());
  }

  @Test
  void a_payment_that_paid_for_one_sale_buys_no_other_and_is_not_refunded() {
    String ref = satu.newName("pi");
    satu.commit(satu.hold(satu.newAsset(), "buyer").id(), ref);
    Reservation live = satu.hold(satu.newAsset(), "buyer");
    Reservation overdue = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(overdue, Duration.ofSeconds(-1));
    Reservation sold = satu.hold(satu.newAsset(), "buyer");
    satu.commit(sold.id(), satu.newName("pi"));

    for (Reservation other : new Reservation[] {live, overdue, sold}) {
      Snapshot.assertUnchangedBy(
          satu,
          () ->
              assertThat(Answers.first(satu.commit(other.id(), ref)))
                  .isEqualTo(new CommitOutcome.PaymentAlreadyUsed()));
    }
  }

  @Test
  void a_payment_that_is_unmatched_for_one_reservation_buys_no_other() {
    String ref = satu.newName("pi");
    Reservation late = satu.hold(satu.newAsset(), "buyer");
    satu.release(late.id());
    satu.commit(late.id(), ref);
    Reservation live = satu.hold(satu.newAsset(), "buyer");

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(satu.commit(live.id(), ref)))
                .isEqualTo(new CommitOutcome.PaymentUnmatched()));
  }

  @Test
  void the_same_name_at_another_gateway_is_another_payment() {
    String ref = satu.newName("pi");
    satu.commit(satu.hold(satu.newAsset(), "buyer").id(), ref);
    Reservation live = satu.hold(satu.newAsset(), "buyer");

    var elsewhere =
        new CommitCommand(
            Installed.SERVER,
            satu.newKey(),
            live.id(),
            new Gateway("stripe"),
            new PaymentRef(ref),
            Optional.empty());

    assertThat(Answers.first(satu.satu().reservations().commit(elsewhere)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void the_same_late_payment_again_is_told_by_the_same_record() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(hold, Duration.ofSeconds(-1));
    String ref = satu.newName("pi");
    var late = Answers.first(satu.commit(hold.id(), ref), CommitOutcome.TooLate.class);

    Snapshot before = Snapshot.of(satu);
    var again = Answers.first(satu.commit(hold.id(), ref), CommitOutcome.TooLate.class);

    assertThat(again.payment()).isEqualTo(late.payment());
    assertThat(again.reservation().status()).isEqualTo(ReservationStatus.EXPIRED);
    assertThat(Snapshot.of(satu).since(before)).doesNotContainKeys("payment", "event", "asset");
  }

  @Test
  void too_late_says_whether_the_hold_was_released_or_expired() {
    Reservation released = satu.hold(satu.newAsset(), "buyer");
    satu.release(released.id());
    Reservation expired = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(expired, Duration.ofSeconds(-1));

    var afterRelease =
        Answers.first(satu.commit(released.id(), satu.newName("pi")), CommitOutcome.TooLate.class);
    var afterExpiry =
        Answers.first(satu.commit(expired.id(), satu.newName("pi")), CommitOutcome.TooLate.class);

    assertThat(afterRelease.reservation().status()).isEqualTo(ReservationStatus.RELEASED);
    assertUnmatched(afterRelease.payment(), UnmatchedReason.RESERVATION_RELEASED);
    assertThat(afterExpiry.reservation().status()).isEqualTo(ReservationStatus.EXPIRED);
    assertUnmatched(afterExpiry.payment(), UnmatchedReason.RESERVATION_EXPIRED);
  }

  @Test
  void an_unmatched_payment_is_due_for_its_check_and_keeps_what_was_paid() {
    Reservation hold = satu.hold(satu.newAsset(PRICE), "buyer");
    satu.letExpireIn(hold, Duration.ofSeconds(-1));
    Money paid = new Money(1, "JPY");

    var late =
        Answers.first(commit(hold.id(), satu.newName("pi"), paid), CommitOutcome.TooLate.class);

    assertThat(late.payment().money()).contains(paid);
    assertThat(
            satu.database()
                .queryLong(
                    "SELECT count(*) FROM payment WHERE id = ? AND check_due_at <= clock_timestamp()",
                    late.payment().id().text()))
        .isEqualTo(1);
  }

  /** B06: the old session pays after its time; whether anything was swept makes no difference. */
  @Test
  void a_late_commit_is_too_late_unswept_swept_and_after_a_takeover() {
    Reservation unswept = satu.hold(satu.newAsset(), "buyer");
    Reservation swept = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(swept, Duration.ofSeconds(-1));
    satu.satu().overdueSweep().runOnce(100);
    AssetId asset = satu.newAsset();
    Reservation lost = satu.hold(asset, "buyer");
    satu.letExpireIn(unswept, Duration.ofSeconds(-1));
    satu.letExpireIn(lost, Duration.ofSeconds(-1));
    Reservation next = satu.hold(asset, "next");

    for (Reservation old : new Reservation[] {unswept, swept, lost}) {
      assertThat(Answers.first(satu.commit(old.id(), satu.newName("pi"))))
          .isInstanceOf(CommitOutcome.TooLate.class);
    }

    assertThat(satu.satu().reservations().find(Installed.SERVER, next.id())).contains(next);
    assertThat(Answers.first(satu.commit(next.id(), satu.newName("pi"))))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void too_late_is_written_down_so_that_no_clock_can_revive_the_hold() {
    AssetId asset = satu.newAsset();
    Reservation hold = satu.hold(asset, "buyer");
    satu.letExpireIn(hold, Duration.ofMillis(-1));

    satu.commit(hold.id(), satu.newName("pi"));

    assertThat(satu.satu().assets().find(asset).orElseThrow().status())
        .isEqualTo(AssetStatus.AVAILABLE);
    assertThat(
            satu.database()
                .queryText(
                    "SELECT status || ' ' || end_reason || ' ' || ended_by FROM reservation WHERE id = ?",
                    hold.id().text()))
        .isEqualTo("EXPIRED COMMIT_TOO_LATE account:shop");
  }

  @Test
  void an_unknown_reservation_is_not_found_and_its_payment_not_recorded() {
    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(
                    Answers.first(satu.commit(ReservationId.create((short) 7), satu.newName("pi"))))
                .isEqualTo(new CommitOutcome.NotFound()));
  }

  @Test
  void a_buyer_never_commits() {
    Caller buyer = new Caller(Installed.SHOP, new BuyerId("buyer"));

    assertThatThrownBy(() ->
            new CommitCommand(
                buyer,
                satu.newKey(),
                ReservationId.create((short) 7),
                new Gateway("external"),
                new PaymentRef("pi"),
                Optional.empty()))
        .isInstanceOf(InvalidValue.class);
  }

  private static void assertUnmatched(Payment payment, UnmatchedReason reason) {
    assertThat(payment.state()).isEqualTo(PaymentState.UNMATCHED);
    assertThat(payment.reason()).contains(reason);
  }

  private static Reply<CommitOutcome> commit(ReservationId id, String ref, @Nullable Money money) {
    return satu.satu()
        .reservations()
        .commit(
            new CommitCommand(
                Installed.SERVER,
                satu.newKey(),
                id,
                new Gateway("external"),
                new PaymentRef(ref),
                Optional.ofNullable(money)));
  }
}
