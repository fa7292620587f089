package dev.satu.faults.check;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code payment}. */
public record PaymentRow(
    String id,
    String gateway,
    String reference,
    String state,
    @Nullable String reason,
    String reservation,
    @Nullable Long amount,
    @Nullable String currency,
    Instant recordedAt) {}
