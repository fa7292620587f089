package dev.satu.server.security;

import java.util.Locale;

/** One kind of thing that a credential may do. */
public enum Scope {
  /** Hold, extend, release, redeem. */
  CLAIM,
  /** Commit: vouch for it that a payment was captured. Never given to buyers. */
  SETTLE,
  /** See the catalogue, its history and the events. */
  READ,
  /** Run the catalogue, refunds, accounts and keys. */
  OPERATOR;

  /** As it stands in JSON and in messages: in lower case. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
