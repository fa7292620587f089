package dev.satu.server.security;

import dev.satu.value.AccountId;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The key that this service is configured with, from {@code satu.operator-key} ({@code
 * SATU_OPERATOR_KEY}): account {@code operator}, all scopes. All others are made by it, or by those
 * it made. Read when the service starts, so that a bad key stops the start and not the first
 * caller.
 */
@Startup
@Singleton
final class OperatorKey {
  /** The account that the operator key acts for. */
  static final AccountId ACCOUNT = new AccountId("operator");

  private final byte[] hash;

  OperatorKey(@ConfigProperty(name = "satu.operator-key") Optional<String> configured) {
    String key =
        configured.orElseThrow(() ->
            new ConfigurationException(
                "SATU_OPERATOR_KEY (satu.operator-key) is not set: without it nobody could call"
                    + " this service"));
    try {
      ApiKey.check(key);
    } catch (IllegalArgumentException refused) {
      throw new ConfigurationException(
          "SATU_OPERATOR_KEY (satu.operator-key) is refused: " + refused.getMessage());
    }
    hash = ApiKey.sha256(key);
  }

  /** Whether this is the key. Takes the same time whatever is wrong with it. */
  boolean is(String key) {
    return ApiKey.isShortEnough(key) && MessageDigest.isEqual(hash, ApiKey.sha256(key));
  }
}
