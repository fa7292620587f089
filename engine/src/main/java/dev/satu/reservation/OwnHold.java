package dev.satu.reservation;

/** What a buyer is told who asks, with a new key, for what they already hold. */
public enum OwnHold {
  /** The hold they have, with its unchanged expiry. */
  RETURN,
  /** A refusal, with the reason {@link UnavailableReason#HELD_BY_YOU}. */
  REFUSE
}
