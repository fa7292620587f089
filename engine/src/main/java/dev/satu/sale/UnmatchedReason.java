package dev.satu.sale;

/** Why a payment met no live hold. */
public enum UnmatchedReason {
  /** The hold had ended by time. */
  RESERVATION_EXPIRED,
  /** The hold had been released. */
  RESERVATION_RELEASED,
  /** The reservation had been committed by another payment. */
  ALREADY_SOLD,
  /** It had paid for the reservation, and an operator cancelled that sale. */
  SALE_CANCELLED
}
