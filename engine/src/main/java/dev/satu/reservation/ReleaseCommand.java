package dev.satu.reservation;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.Caller;
import dev.satu.value.ReservationId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a hold early: its asset is free at once. Names the reservation, so it can never free the
 * next owner's hold.
 */
public record ReleaseCommand(Caller caller, IdempotencyKey key, ReservationId reservation)
    implements KeyedCommand {
  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("reservation.release", reservation.text());
  }
}
