package dev.satu.reservation;

/**
 * What {@code place_holds} says of a request. The names are those of the SQL function {@code
 * hold_verdict}.
 */
enum HoldVerdict {
  REPLAY,
  KEY_REUSED,
  ASSET_NOT_FOUND,
  HOLD_TOO_LONG,
  SOLD,
  WITHDRAWN,
  HELD,
  HELD_BY_YOU,
  ALREADY_HELD,
  TOO_SOON,
  LIMIT_REACHED,
  GRANTED,
  /** Another claim of the same batch on this asset was to be decided first. */
  BEHIND,
  /** The row is locked by somebody and does not look held: ask again, and wait for it. */
  BUSY
}
