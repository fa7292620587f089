package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import dev.satu.payment.CancelSaleCommand;
import dev.satu.payment.CancelSaleOutcome;
import dev.satu.reservation.CommitCommand;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.sale.PaymentState;
import dev.satu.sale.UnmatchedReason;
import dev.satu.value.AssetId;
import dev.satu.value.Gateway;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import dev.satu.value.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Change, withdraw, relist, cancel sale, release for somebody. */
class OperatorVerbsTest {
  private static final Money PRICE = new Money(1_000, "CHF");

  @RegisterExtension static final Installed satu = new Installed(4);
  private static final Operator OPERATOR = new Operator(satu);

  @Test
  void a_change_touches_what_it_names_and_tells_what_it_was() {
    AssetId id = satu.newAsset(PRICE);
    ChangeCommand.Details details =
        new ChangeCommand.Details(
            Optional.of("Clock"),
            new Change.Set<>("clocks"),
            new Change.Clear<>(),
            new Change.Set<>(Duration.ofMinutes(20)),
            Optional.empty());

    Asset asset = changed(OPERATOR.change(id, 1, details));

    assertThat(asset.name()).isEqualTo("Clock");
    assertThat(asset.category()).contains("clocks");
    assertThat(asset.price()).isEmpty();
    assertThat(asset.holdFor()).contains(Duration.ofMinutes(20));
    assertThat(asset.attributes()).isEqualTo("{}");
    assertThat(asset.version()).isEqualTo(2);
    assertThat(satu.satu().assets().find(id)).contains(asset);
    assertThat(
            satu.database()
                .queryLong(
                    """
                    SELECT (changes = ?::jsonb)::int FROM event WHERE item_id = ? AND version = 2
                    """,
                    """
                    {"name": {"from": "A lot", "to": "Clock"}, "category": {"from": null, "to": "clocks"},
                     "price": {"from": {"amount": 1000, "currency": "CHF"}, "to": null},
                     "hold_for": {"from": null, "to": "PT20M"}}
                    """,
                    id.text()))
        .isEqualTo(1);
  }

  @Test
  void a_change_to_what_it_is_already_writes_nothing_but_the_answer() {
    AssetId id = satu.newAsset(PRICE);

    Snapshot.assertOnlyAnswerStoredBy(
        satu,
        () ->
            assertThat(
                    changed(OPERATOR.change(id, 1, ChangeCommand.Details.NONE.withPrice(PRICE)))
                        .version())
                .isEqualTo(1));
  }

  @Test
  void a_change_made_for_another_version_is_refused_with_the_current_one() {
    AssetId id = satu.newAsset();
    satu.hold(id, "buyer");

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(OPERATOR.rename(id, 1, "Late")))
                .isEqualTo(new ChangeOutcome.VersionMoved(2)));
  }

  @Test
  void a_new_price_is_for_the_next_hold_and_not_for_the_one_that_has_begun() {
    AssetId id = satu.newAsset(PRICE);
    Reservation hold = satu.hold(id, "buyer");

    changed(OPERATOR.change(id, 2, ChangeCommand.Details.NONE.withPrice(new Money(2_000, "CHF"))));

    assertThat(pay(hold, PRICE)).isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void a_change_moves_no_expiry() {
    AssetId id = satu.newAsset();
    Reservation hold = satu.hold(id, "buyer");
    ChangeCommand.Details shorter =
        new ChangeCommand.Details(
            Optional.empty(),
            new Change.Keep<>(),
            new Change.Keep<>(),
            new Change.Set<>(Duration.ofSeconds(1)),
            Optional.empty());

    changed(OPERATOR.change(id, 2, shorter));

    assertThat(
            satu.satu().reservations().find(Installed.SERVER, hold.id()).orElseThrow().expiresAt())
        .isEqualTo(hold.expiresAt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"a\": \"\\u0000\"}"})
  void attributes_that_are_no_json_object_are_refused_and_nothing_changed(String attributes) {
    AssetId id = satu.newAsset();
    ChangeCommand.Details details =
        new ChangeCommand.Details(
            Optional.of("New"),
            new Change.Keep<>(),
            new Change.Keep<>(),
            new Change.Keep<>(),
            Optional.of(attributes));

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThatThrownBy(() -> OPERATOR.change(id, 1, details))
                .isInstanceOf(InvalidValue.class)
                .hasMessageStartingWith("attributes "));
  }

  @Test
  void withdrawing_an_overdue_lot_writes_the_end_of_its_hold_first() {
    AssetId id = satu.newAsset();
    Reservation hold = satu.hold(id, "buyer");
    satu.letExpireIn(hold, Duration.ofSeconds(-1));

    Asset asset = Answers.first(OPERATOR.withdraw(id), WithdrawOutcome.Withdrawn.class).asset();

    assertThat(asset.status()).isEqualTo(AssetStatus.WITHDRAWN);
    assertThat(asset.version()).isEqualTo(hold.version() + 2);
    assertThat(kinds(id))
        .containsExactly("asset.created", "asset.held", "asset.expired", "asset.withdrawn");
    assertThat(satu.satu().reservations().find(Installed.SERVER, hold.id()).orElseThrow().status())
        .isEqualTo(ReservationStatus.EXPIRED);
  }

  @Test
  void a_held_lot_is_not_withdrawn_and_the_refusal_says_until_when() {
    AssetId id = satu.newAsset(Duration.ofMinutes(7));
    satu.hold(id, "buyer");

    var refusal = Answers.first(OPERATOR.withdraw(id), WithdrawOutcome.NotAvailable.class);

    assertThat(refusal.status()).isEqualTo(AssetStatus.HELD);
    assertThat(refusal.heldFor().orElseThrow())
        .isBetween(Duration.ofMinutes(6), Duration.ofMinutes(7));
  }

  @Test
  void the_reason_stands_in_the_event_and_with_the_reservation() {
    AssetId id = satu.newAsset();
    OPERATOR.release(id, satu.hold(id, "buyer").id());
    OPERATOR.withdraw(id);
    OPERATOR.relist(id);
    satu.commit(satu.hold(id, "buyer").id(), satu.newName("pi"));
    OPERATOR.cancelSale(id);

    assertThat(
            texts(
                "SELECT kind || ': ' || reason FROM event WHERE item_id = ? AND reason IS NOT NULL ORDER BY version",
                id))
        .containsExactly(
            "asset.released: " + Operator.REASON,
            "asset.withdrawn: " + Operator.REASON,
            "asset.relisted: " + Operator.REASON,
            "asset.sale_cancelled: " + Operator.REASON);
    assertThat(
            texts(
                "SELECT end_reason FROM reservation WHERE asset_id = ? AND status = 'RELEASED'",
                id))
        .containsExactly(Operator.REASON.text());
  }

  @Test
  void an_operator_releases_only_the_hold_that_stands_on_the_asset_it_names() {
    Reservation hold = satu.hold(satu.newAsset(), "buyer");

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(OPERATOR.release(new AssetId("another"), hold.id())))
                .isEqualTo(new ReleaseOutcome.NotFound()));
  }

  @Test
  void a_cancelled_sale_leaves_its_money_unmatched_with_a_check_due() {
    AssetId id = satu.newAsset(PRICE);
    Reservation hold = satu.hold(id, "buyer");
    pay(hold, PRICE);

    var cancelled = Answers.first(OPERATOR.cancelSale(id), CancelSaleOutcome.Cancelled.class);

    assertThat(cancelled.asset().status()).isEqualTo(AssetStatus.WITHDRAWN);
    assertThat(cancelled.payment().state()).isEqualTo(PaymentState.UNMATCHED);
    assertThat(cancelled.payment().reason()).contains(UnmatchedReason.SALE_CANCELLED);
    assertThat(cancelled.payment().money()).contains(PRICE);
    assertThat(
            satu.database()
                .queryLong(
                    "SELECT count(*) FROM payment WHERE id = ? AND check_due_at <= clock_timestamp()",
                    cancelled.payment().id().text()))
        .isEqualTo(1);
  }

  @Test
  void the_payment_of_a_cancelled_sale_buys_nothing_again() {
    AssetId id = satu.newAsset();
    Reservation hold = satu.hold(id, "buyer");
    String payment = satu.newName("pi");
    satu.commit(hold.id(), payment);
    OPERATOR.cancelSale(id);
    OPERATOR.relist(id);
    Reservation next = satu.hold(id, "buyer");

    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          assertThat(Answers.first(satu.commit(hold.id(), payment)))
              .isInstanceOf(CommitOutcome.SaleCancelled.class);
          assertThat(Answers.first(satu.commit(next.id(), payment)))
              .isInstanceOf(CommitOutcome.PaymentUnmatched.class);
        });
    assertThat(Answers.first(satu.commit(next.id(), satu.newName("pi"))))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void a_lot_can_be_sold_and_its_sale_cancelled_again_and_again() {
    AssetId id = satu.newAsset();
    for (int i = 0; i < 3; i++) {
      satu.commit(satu.hold(id, "buyer").id(), satu.newName("pi"));
      Answers.first(OPERATOR.cancelSale(id), CancelSaleOutcome.Cancelled.class);
      Answers.first(OPERATOR.relist(id), RelistOutcome.Relisted.class);
    }

    assertThat(satu.satu().assets().find(id).orElseThrow().version()).isEqualTo(1 + 3 * 4);
  }

  @Test
  void every_verb_replays_its_answer_to_the_letter_and_does_nothing_more() {
    AssetId id = satu.newAsset();
    WithdrawCommand withdraw = OPERATOR.withdrawal(id);
    Asset first =
        Answers.first(satu.satu().assets().withdraw(withdraw), WithdrawOutcome.Withdrawn.class)
            .asset();
    OPERATOR.relist(id);
    satu.commit(satu.hold(id, "buyer").id(), satu.newName("pi"));
    CancelSaleCommand cancel = OPERATOR.cancellation(id);
    var cancelled =
        Answers.first(satu.satu().sales().cancel(cancel), CancelSaleOutcome.Cancelled.class);
    OPERATOR.relist(id);

    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          assertThat(Answers.replay(satu.satu().assets().withdraw(withdraw)).outcome())
              .isEqualTo(new WithdrawOutcome.Withdrawn(first));
          assertThat(Answers.replay(satu.satu().sales().cancel(cancel)).outcome())
              .isEqualTo(cancelled);
        });
  }

  @Test
  void a_key_with_another_reason_or_another_version_is_another_request() {
    AssetId id = satu.newAsset();
    WithdrawCommand withdraw = OPERATOR.withdrawal(id);
    satu.satu().assets().withdraw(withdraw);

    assertThat(
            satu.satu()
                .assets()
                .withdraw(
                    new WithdrawCommand(
                        withdraw.caller(), withdraw.key(), id, new Reason("Another"))))
        .isInstanceOf(Reply.KeyReused.class);

    ChangeCommand rename =
        new ChangeCommand(
            Operator.BACK_OFFICE, satu.newKey(), id, 2, ChangeCommand.Details.NONE.withName("New"));
    changed(satu.satu().assets().change(rename));
    assertThat(
            satu.satu()
                .assets()
                .change(new ChangeCommand(rename.caller(), rename.key(), id, 3, rename.details())))
        .isInstanceOf(Reply.KeyReused.class);
  }

  @Test
  void verbs_on_what_is_not_there_find_nothing() {
    AssetId none = new AssetId("never-listed");

    assertThat(Answers.first(OPERATOR.rename(none, 1, "x")))
        .isEqualTo(new ChangeOutcome.NotFound());
    assertThat(Answers.first(OPERATOR.withdraw(none))).isEqualTo(new WithdrawOutcome.NotFound());
    assertThat(Answers.first(OPERATOR.relist(none))).isEqualTo(new RelistOutcome.NotFound());
    assertThat(Answers.first(OPERATOR.cancelSale(none)))
        .isEqualTo(new CancelSaleOutcome.NotFound());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "a\u0000", "a\ud83d"})
  void a_reason_of_nothing_or_of_several_lines_is_refused(String text) {
    assertThatThrownBy(() -> new Reason(text))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("reason ");
  }

  @Test
  void a_reason_has_at_most_500_characters() {
    assertThat(new Reason("🚂".repeat(500)).text()).hasSize(1000);
    assertThatThrownBy(() -> new Reason("r".repeat(501))).isInstanceOf(InvalidValue.class);
  }

  private static CommitOutcome pay(Reservation hold, Money money) {
    return Answers.first(
        satu.satu()
            .reservations()
            .commit(
                new CommitCommand(
                    Installed.SERVER,
                    satu.newKey(),
                    hold.id(),
                    new Gateway("external"),
                    new PaymentRef(satu.newName("pi")),
                    Optional.of(money))));
  }

  private static Asset changed(Reply<ChangeOutcome> reply) {
    return Answers.first(reply, ChangeOutcome.Changed.class).asset();
  }

  private static List<String> kinds(AssetId id) {
    return texts("SELECT kind FROM event WHERE item_id = ? ORDER BY version", id);
  }

  private static List<String> texts(String sql, AssetId id) {
    return satu.database().queryRows(sql, id.text()).stream()
        .map(row -> String.valueOf(row.values().iterator().next()))
        .toList();
  }
}
