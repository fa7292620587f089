package dev.satu.server.security;

import java.util.List;
import org.jose4j.jwk.JsonWebKey;

/** The public keys of an issuer of tokens. Thread-safe; may block. */
interface TokenKeys {
  /**
   * The keys as they are known.
   *
   * @throws KeysUnavailable if none are known now
   */
  List<JsonWebKey> keys();

  /** Looks whether there are others by now; false if that is not worth another try. */
  boolean lookAgain();

  /** The keys cannot be had now, so nothing can be said of a token. */
  final class KeysUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    KeysUnavailable(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
