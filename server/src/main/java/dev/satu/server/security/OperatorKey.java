package dev.satu.server.security;

import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The one key of this service, from {@code satu.operator-key} ({@code SATU_OPERATOR_KEY}): account
 * {@code operator}, all scopes. Made when the service starts, so that a bad key stops the start and
 * not the first caller.
 */
@Startup
@Singleton
final class OperatorKey {
  /** The account that the operator key acts for. */
  static final String ACCOUNT = "operator";

  private final Credential credential = new Credential(ACCOUNT, EnumSet.allOf(Scope.class));
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

  /**
   * The operator's credential, if this is its key. Takes the same time whatever is wrong with it.
   */
  Optional<Credential> find(String key) {
    return ApiKey.isShortEnough(key) && MessageDigest.isEqual(hash, ApiKey.sha256(key))
        ? Optional.of(credential)
        : Optional.empty();
  }
}
