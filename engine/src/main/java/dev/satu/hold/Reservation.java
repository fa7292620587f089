package dev.satu.hold;

import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Money;
import dev.satu.value.ReservationId;
import java.time.Instant;
import java.util.Optional;

/**
 * A reservation as it was at one instant of the database's clock.
 *
 * @param id its name; carries its asset's slot
 * @param asset what it holds or held
 * @param buyer for whom
 * @param status at that instant: an overdue hold is {@link ReservationStatus#EXPIRED}, swept or not
 * @param expiresAt the last instant at which it can be committed; microseconds
 * @param createdAt when the hold began; microseconds
 * @param endedAt when the end was written down, if it was
 * @param price what the asset cost when the hold began; a commit is compared with it
 * @param version the version of its asset: grows with every change, a fencing token
 * @param json the same facts as answers show them
 */
public record Reservation(
    ReservationId id,
    AssetId asset,
    BuyerId buyer,
    ReservationStatus status,
    Instant expiresAt,
    Instant createdAt,
    Optional<Instant> endedAt,
    Optional<Money> price,
    long version,
    String json) {}
