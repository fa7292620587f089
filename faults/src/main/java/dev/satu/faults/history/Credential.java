package dev.satu.faults.history;

/** With what a request presents itself. */
public enum Credential {
  /** The operator's key, which may do everything. */
  OPERATOR,

  /** A key that is well-formed and not in force. */
  WRONG,

  /** Nothing. */
  NONE
}
