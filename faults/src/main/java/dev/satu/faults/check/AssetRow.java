package dev.satu.faults.check;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code asset}: its state only. */
public record AssetRow(
    String id,
    String status,
    @Nullable Instant holdExpiresAt,
    @Nullable String reservation,
    long version) {}
