package dev.satu.event;

import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.PaymentId;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of state that is being written, told once.
 *
 * @param item what changed
 * @param version the item's version after the change
 * @param kind the stable name of the change
 * @param account whose it is
 * @param actor who did it: {@code account:ID}, {@code buyer:ID} or {@code janitor}
 * @param subject the hold and the payment it tells of
 * @param reason why, where a reason was given or follows
 * @param at the database's clock, read after the item was locked
 */
public record Event(
    Item item,
    long version,
    EventKind kind,
    AccountId account,
    String actor,
    Subject subject,
    @Nullable String reason,
    Instant at) {

  /** The item that changed: its slot, kind and id. */
  public record Item(short slot, String kind, String id) {
    public static Item of(AssetId asset) {
      return new Item(Slot.of(asset), "asset", asset.text());
    }

    public static Item of(PaymentId payment) {
      return new Item(payment.slot(), "payment", payment.text());
    }
  }

  /** What the change was about, as far as there is such a thing. */
  public record Subject(
      @Nullable BuyerId buyer,
      @Nullable ReservationId reservation,
      @Nullable PaymentId payment,
      @Nullable Instant expiresAt) {
    public static final Subject NONE = new Subject(null, null, null, null);
  }
}
