package dev.satu;

import dev.satu.LifecycleModel.Hold;
import dev.satu.LifecycleModel.Item;
import dev.satu.asset.Change;
import dev.satu.asset.ChangeCommand;
import dev.satu.asset.RelistCommand;
import dev.satu.asset.WithdrawCommand;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredOutcome;
import dev.satu.payment.CancelSaleCommand;
import dev.satu.reservation.OperatorReleaseCommand;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.value.Money;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The operator's part in a {@link LifecycleSequence}: random acts on random items. */
final class LifecycleOperator {
  private static final List<String> NAMES = List.of("An item", "An item, cleaned", "A relic");

  private final Installed satu;
  private final LifecycleSequence sequence;
  private final Random random;

  LifecycleOperator(Installed satu, LifecycleSequence sequence, Random random) {
    this.satu = satu;
    this.sequence = sequence;
    this.random = random;
  }

  void step() {
    Item item = sequence.any(sequence.model().items);
    switch (random.nextInt(10)) {
      case 0, 1 -> withdraw(item);
      case 2, 3, 4 -> relist(item);
      case 5, 6 -> cancelSale(item);
      case 7 -> release(item);
      default -> change(item);
    }
  }

  private void withdraw(Item item) {
    WithdrawCommand command =
        new WithdrawCommand(Operator.BACK_OFFICE, satu.newKey(), item.id, Operator.REASON);
    act(
        "the operator withdraws " + item.id,
        () -> satu.satu().assets().withdraw(command),
        () -> sequence.model().withdraw(item));
  }

  private void relist(Item item) {
    RelistCommand command =
        new RelistCommand(Operator.BACK_OFFICE, satu.newKey(), item.id, Operator.REASON);
    act(
        "the operator relists " + item.id,
        () -> satu.satu().assets().relist(command),
        () -> sequence.model().relist(item));
  }

  private void cancelSale(Item item) {
    CancelSaleCommand command =
        new CancelSaleCommand(Operator.BACK_OFFICE, satu.newKey(), item.id, Operator.REASON);
    act(
        "the operator cancels the sale of " + item.id,
        () -> satu.satu().sales().cancel(command),
        () -> sequence.model().cancelSale(item));
  }

  /** Mostly under the asset that it is a hold on. */
  private void release(Item any) {
    if (sequence.model().holds.isEmpty()) {
      return;
    }
    Hold hold = sequence.aHold();
    Item item = random.nextInt(4) == 0 ? any : hold.item;
    OperatorReleaseCommand command =
        new OperatorReleaseCommand(
            Operator.BACK_OFFICE,
            satu.newKey(),
            item.id,
            sequence.reservation(hold).id(),
            Operator.REASON);
    String what = "the operator releases " + sequence.told(hold) + " under " + item.id;
    Supplier<Reply<?>> call = () -> satu.satu().reservations().release(command);
    Object outcome = Answers.first(call.get());
    sequence.compare(what, sequence.model().releaseAsOperator(item, hold), outcome);
    if (outcome instanceof ReleaseOutcome.Released) {
      sequence.answered(what, call, outcome, hold);
    }
  }

  /** Sometimes for a version that has passed, sometimes to what it is already. */
  private void change(Item item) {
    long seen = random.nextInt(4) == 0 ? Math.max(1, item.version - 1) : item.version;
    String name = sequence.any(NAMES);
    @Nullable Money price =
        random.nextBoolean() ? new Money(400 + 100L * random.nextInt(3), "CHF") : null;
    ChangeCommand.Details details =
        new ChangeCommand.Details(
            Optional.of(name),
            new Change.Keep<>(),
            price == null ? new Change.Clear<>() : new Change.Set<>(price),
            new Change.Keep<>(),
            Optional.empty());
    ChangeCommand command =
        new ChangeCommand(Operator.BACK_OFFICE, satu.newKey(), item.id, seen, details);
    act(
        "the operator changes version %d of %s: %s, %s".formatted(seen, item.id, name, price),
        () -> satu.satu().assets().change(command),
        () -> sequence.model().change(item, seen, name, Optional.ofNullable(price)));
  }

  private void act(String what, Supplier<Reply<?>> call, Supplier<String> expected) {
    Object outcome = Answers.first(call.get());
    sequence.compare(what, expected.get(), outcome);
    if (outcome instanceof StoredOutcome stored && stored.isStored()) {
      sequence.answered(what, call, outcome, null);
    }
  }
}
