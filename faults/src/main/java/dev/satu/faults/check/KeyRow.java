package dev.satu.faults.check;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code idempotency_key}.
 *
 * @param outcome the name under which the answer is kept
 * @param answer the facts that were answered, to the letter
 */
public record KeyRow(
    String account,
    String key,
    String outcome,
    String answer,
    @Nullable String reservation,
    Instant createdAt) {}
