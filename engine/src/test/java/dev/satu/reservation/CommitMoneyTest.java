package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.value.AssetId;
import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What was paid is compared with the price of the hold, to the unit. */
class CommitMoneyTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final Money PRICE = new Money(12_500, "CHF");

  @Test
  void the_price_is_that_of_the_moment_of_the_hold() {
    AssetId asset = satu.newAsset(PRICE);
    Reservation hold = satu.hold(asset, "buyer");
    satu.database().execute("UPDATE asset SET price_amount = 99 WHERE id = ?", asset.text());

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(Answers.first(commit(hold.id(), satu.newName("pi"), new Money(99, "CHF"))))
                .isEqualTo(new CommitOutcome.MoneyMismatch(PRICE)));
    assertThat(Answers.first(commit(hold.id(), satu.newName("pi"), PRICE)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void money_that_is_missing_or_does_not_fit_changes_nothing() {
    Reservation hold = satu.hold(satu.newAsset(PRICE), "buyer");
    String ref = satu.newName("pi");

    assertRefused(hold.id(), ref, null, new CommitOutcome.MoneyMissing(PRICE));
    assertRefused(hold.id(), ref, new Money(12_499, "CHF"), new CommitOutcome.MoneyMismatch(PRICE));
    assertRefused(hold.id(), ref, new Money(12_501, "CHF"), new CommitOutcome.MoneyMismatch(PRICE));
    assertRefused(hold.id(), ref, new Money(12_500, "EUR"), new CommitOutcome.MoneyMismatch(PRICE));

    assertThat(Answers.first(commit(hold.id(), ref, PRICE)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void without_a_price_money_may_be_told_or_not() {
    Reservation untold = satu.hold(satu.newAsset(), "buyer");
    Reservation told = satu.hold(satu.newAsset(), "buyer");

    var silent =
        Answers.first(commit(untold.id(), satu.newName("pi"), null), CommitOutcome.Committed.class);
    var spoken =
        Answers.first(commit(told.id(), satu.newName("pi"), PRICE), CommitOutcome.Committed.class);

    assertThat(silent.payment().money()).isEmpty();
    assertThat(spoken.payment().money()).contains(PRICE);
  }

  private static void assertRefused(
      ReservationId id, String ref, @Nullable Money money, CommitOutcome refusal) {
    Snapshot.assertUnchangedBy(
        satu, () -> assertThat(Answers.first(commit(id, ref, money))).isEqualTo(refusal));
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
