package dev.satu.asset;

import dev.satu.value.AssetId;
import dev.satu.value.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A thing that exists once, as it was at one instant of the database's clock. Never names a buyer.
 *
 * @param status at that instant: one whose hold is overdue is {@link AssetStatus#AVAILABLE}, swept
 *     or not
 * @param holdFor how long holds on it last; empty: the default of the installation
 * @param attributes a JSON object of the lister's own
 * @param version grows with every change: a fencing token
 * @param json the same facts as answers show them
 */
public record Asset(
    AssetId id,
    String name,
    Optional<String> category,
    AssetStatus status,
    Optional<Money> price,
    Optional<Duration> holdFor,
    String attributes,
    Instant createdAt,
    long version,
    String json) {}
