package dev.satu.reservation;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sells the held asset to its holder. The caller vouches that the payment was captured; never a
 * buyer's own token.
 *
 * @param gateway where it was paid
 * @param payment its name there; pays for one sale, ever
 * @param money how much was captured; required where the asset had a price when the hold began
 */
public record CommitCommand(
    Caller caller,
    IdempotencyKey key,
    ReservationId reservation,
    Gateway gateway,
    PaymentRef payment,
    Optional<Money> money)
    implements KeyedCommand {

  /**
   * @throws InvalidValue if the caller is a buyer
   */
  public CommitCommand {
    if (caller.buyer() != null) {
      throw new InvalidValue("caller", "must not be a buyer: only the seller's server commits");
    }
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return Arrays.<@Nullable String>asList(
        "reservation.commit",
        reservation.text(),
        gateway.text(),
        payment.text(),
        money.map(captured -> Long.toString(captured.amount())).orElse(null),
        money.map(Money::currency).orElse(null));
  }
}
