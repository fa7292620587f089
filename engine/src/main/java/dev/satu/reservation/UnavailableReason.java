package dev.satu.reservation;

/** Why an asset cannot be held now. */
public enum UnavailableReason {
  /** Somebody else holds it. It may become free. */
  HELD,
  /** The buyer holds it already, and their account wants to be told so. */
  HELD_BY_YOU,
  /** Sold. */
  SOLD,
  /** Taken off sale by an operator. */
  WITHDRAWN
}
