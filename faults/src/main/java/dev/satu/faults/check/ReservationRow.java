package dev.satu.faults.check;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code reservation}. */
public record ReservationRow(
    String id,
    String asset,
    String account,
    String buyer,
    String status,
    Instant createdAt,
    Instant expiresAt,
    @Nullable Instant endedAt,
    @Nullable String payment) {}
