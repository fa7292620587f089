package dev.satu.sale;

import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentId;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.util.Optional;

/**
 * Money that we were told of: one record per (gateway, payment_ref).
 *
 * @param id our name for the record
 * @param gateway where it was paid
 * @param ref its name there
 * @param state whether it paid for a sale
 * @param reason why it did not
 * @param reservation the reservation that it named
 * @param money how much, if the caller said
 * @param json the same facts as answers show them
 */
public record Payment(
    PaymentId id,
    Gateway gateway,
    PaymentRef ref,
    PaymentState state,
    Optional<UnmatchedReason> reason,
    ReservationId reservation,
    Optional<Money> money,
    String json) {}
