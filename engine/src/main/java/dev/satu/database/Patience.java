package dev.satu.database;

/** How long a command may wait for what others have locked. */
public enum Patience {
  /** Not at all for a row, and hardly for a key: whoever meets a lock gives its connection back. */
  NONE,
  /** Up to the connection's {@code lock_timeout}. */
  FULL
}
