package dev.satu.faults.check;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code event}.
 *
 * @param id its place in the feed
 * @param itemKind {@code asset} or {@code payment}
 * @param version of the item, after the change
 */
public record EventRow(
    long id,
    String itemKind,
    String item,
    long version,
    String kind,
    String actor,
    @Nullable String buyer,
    @Nullable String reservation,
    @Nullable String payment,
    @Nullable Instant expiresAt,
    @Nullable String reason,
    Instant at) {

  boolean isOfAsset() {
    return itemKind.equals("asset");
  }
}
