package dev.satu.account;

/**
 * The states of an API key, as readers are told them. The schema keeps {@link #ACTIVE} and {@link
 * #REVOKED}.
 */
public enum KeyStatus {
  /** In force. Moved on by an operator who revokes it, or by time. */
  ACTIVE,
  /**
   * Ended by time: its own, or the overlap of its rotation. Can still be revoked, for the story.
   */
  EXPIRED,
  /** Ended by an operator, for good. */
  REVOKED
}
