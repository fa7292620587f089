package dev.satu.hold;

/**
 * The states of a reservation. The schema's {@code reservation_status} constraint lists the same.
 */
public enum ReservationStatus {
  /** It holds its asset while {@code expires_at >= now}. Moved on by its buyer, or by time. */
  HELD,
  /** Its asset is sold. Terminal: a cancelled sale is a state of the sale. */
  COMMITTED,
  /** Ended early by its buyer or by an operator. Terminal. */
  RELEASED,
  /** Ended by time. Written by whoever meets it overdue. Terminal. */
  EXPIRED
}
