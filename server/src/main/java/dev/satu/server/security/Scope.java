package dev.satu.server.security;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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

  /** The scope of this name, if there is one. */
  public static Optional<Scope> of(String text) {
    return Arrays.stream(values()).filter(scope -> scope.text().equals(text)).findFirst();
  }

  /** As it stands in JSON and in messages: in lower case. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
