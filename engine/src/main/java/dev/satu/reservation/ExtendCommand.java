package dev.satu.reservation;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.Caller;
import dev.satu.value.HoldLength;
import dev.satu.value.InvalidValue;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prolongs a live hold.
 *
 * @param extendBy by how much, 1 s to 24 h
 */
public record ExtendCommand(
    Caller caller, IdempotencyKey key, ReservationId reservation, Duration extendBy)
    implements KeyedCommand {
  /**
   * @throws InvalidValue if the length is out of range
   */
  public ExtendCommand {
    extendBy = HoldLength.checked("extend_by", extendBy);
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return List.of("reservation.extend", reservation.text(), extendBy.toString());
  }
}
