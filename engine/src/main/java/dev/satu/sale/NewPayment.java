package dev.satu.sale;

import dev.satu.value.AccountId;
import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payment about to be recorded.
 *
 * @param reason {@code null} for a sale; else why it is unmatched, and its check with the gateway
 *     is due at once
 */
public record NewPayment(
    AccountId account,
    Gateway gateway,
    PaymentRef ref,
    ReservationId reservation,
    @Nullable Money money,
    @Nullable UnmatchedReason reason,
    Instant at) {}
