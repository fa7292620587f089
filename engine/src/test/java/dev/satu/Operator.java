package dev.satu;

import dev.satu.asset.ChangeCommand;
import dev.satu.asset.ChangeOutcome;
import dev.satu.asset.RelistCommand;
import dev.satu.asset.RelistOutcome;
import dev.satu.asset.WithdrawCommand;
import dev.satu.asset.WithdrawOutcome;
import dev.satu.idempotency.Reply;
import dev.satu.payment.CancelSaleCommand;
import dev.satu.payment.CancelSaleOutcome;
import dev.satu.reservation.OperatorReleaseCommand;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.Reason;
import dev.satu.value.ReservationId;

/** The operator's verbs, each with a key of its own, by an account that holds nothing. */
public record Operator(Installed satu) {
  /** Who operates in tests. */
  public static final Caller BACK_OFFICE = Caller.of(new AccountId("back-office"));

  /** Why tests do what they do; it must come back in the story to the letter. */
  public static final Reason REASON = new Reason("Käufer \"zurückgetreten\" \\ 🚂");

  public Reply<ChangeOutcome> rename(AssetId asset, long expectedVersion, String name) {
    return change(asset, expectedVersion, ChangeCommand.Details.NONE.withName(name));
  }

  public Reply<ChangeOutcome> change(
      AssetId asset, long expectedVersion, ChangeCommand.Details details) {
    return satu.satu()
        .assets()
        .change(new ChangeCommand(BACK_OFFICE, satu.newKey(), asset, expectedVersion, details));
  }

  public Reply<WithdrawOutcome> withdraw(AssetId asset) {
    return satu.satu().assets().withdraw(withdrawal(asset));
  }

  public WithdrawCommand withdrawal(AssetId asset) {
    return new WithdrawCommand(BACK_OFFICE, satu.newKey(), asset, REASON);
  }

  public Reply<RelistOutcome> relist(AssetId asset) {
    return satu.satu()
        .assets()
        .relist(new RelistCommand(BACK_OFFICE, satu.newKey(), asset, REASON));
  }

  public Reply<CancelSaleOutcome> cancelSale(AssetId asset) {
    return satu.satu().sales().cancel(cancellation(asset));
  }

  public CancelSaleCommand cancellation(AssetId asset) {
    return new CancelSaleCommand(BACK_OFFICE, satu.newKey(), asset, REASON);
  }

  public Reply<ReleaseOutcome> release(AssetId asset, ReservationId id) {
    return satu.satu()
        .reservations()
        .release(new OperatorReleaseCommand(BACK_OFFICE, satu.newKey(), asset, id, REASON));
  }
}
