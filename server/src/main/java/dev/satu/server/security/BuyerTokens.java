package dev.satu.server.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.satu.value.AccountId;
import dev.satu.value.BuyerId;
import dev.satu.value.InvalidValue;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tokens that buyers show themselves: signed JWTs of the configured issuers, each of which belongs
 * to one account. The settings are read when the service starts, so that a bad one stops the start.
 */
@Startup
@Singleton
final class BuyerTokens {
  private static final int LONGEST = 8_192;

  /** Signatures by public keys, with the kind of key: whoever can check one cannot make one. */
  private static final Map<String, String> ALGORITHMS =
      Map.of(
          "RS256", "RSA", "RS384", "RSA", "RS512", "RSA", "PS256", "RSA", "PS384", "RSA", "PS512",
          "RSA", "ES256", "EC", "ES384", "EC", "ES512", "EC", "EdDSA", "EdDSA");

  private final Map<String, TokenIssuer> byIssuer = new HashMap<>();
  private final ObjectMapper json;

  /**
   * Whose token it is.
   *
   * @param remaining for how long it is good
   */
  record Buyer(AccountId account, BuyerId id, Duration remaining) {}

  BuyerTokens(TokenSettings settings, ObjectMapper json) {
    this.json = json;
    settings.issuers().forEach(this::add);
  }

  private void add(String name, TokenSettings.Issuer settings) {
    String at = "satu.tokens." + name;
    String keyType = ALGORITHMS.get(settings.algorithm());
    if (keyType == null) {
      throw new ConfigurationException(
          at
              + ".algorithm is "
              + settings.algorithm()
              + ", but must be of "
              + ALGORITHMS.keySet().stream().sorted().toList());
    }
    TokenIssuer issuer =
        new TokenIssuer(
            new TokenIssuer.Pinned(settings.issuer(), settings.audience(), settings.algorithm()),
            account(at, settings.account()),
            keys(at, settings, keyType),
            InstantSource.system());
    if (byIssuer.put(settings.issuer(), issuer) != null) {
      throw new ConfigurationException(
          at + ".issuer is another one's too: an issuer belongs to one account");
    }
  }

  private static AccountId account(String at, String text) {
    try {
      return new AccountId(text);
    } catch (InvalidValue refused) {
      throw new ConfigurationException(at + ".account " + refused.rule());
    }
  }

  private static TokenKeys keys(String at, TokenSettings.Issuer settings, String keyType) {
    Optional<Path> file = settings.keyFile();
    Optional<URI> url = settings.jwksUrl();
    if (file.isPresent() == url.isPresent()) {
      throw new ConfigurationException(
          "one of " + at + ".key-file and " + at + ".jwks-url must be set, and not both");
    }
    if (url.isPresent()) {
      if (!JwksUrl.isSafe(url.get())) {
        throw new ConfigurationException(
            at + ".jwks-url must begin with https:// (http:// only on this machine)");
      }
      return new JwksUrl(url.get(), System::nanoTime);
    }
    try {
      return KeyFile.read(file.orElseThrow(), keyType);
    } catch (IllegalArgumentException refused) {
      throw new ConfigurationException(at + ".key-file: " + refused.getMessage(), refused);
    }
  }

  /** Whether a text could be one of our tokens, and so is worth a signature. */
  boolean mayBeOne(String text) {
    return !byIssuer.isEmpty()
        && text.length() <= LONGEST
        && text.chars().filter(c -> c == '.').count() == 2;
  }

  /**
   * Whose token it is, if it is one that is good now. May block.
   *
   * @throws TokenKeys.KeysUnavailable if that cannot be said now
   */
  Optional<Buyer> verify(String token) {
    return issuerOf(token).map(byIssuer::get).flatMap(issuer -> issuer.verify(token));
  }

  /** Who a token says it is from; its issuer then has to have signed that. */
  private Optional<String> issuerOf(String token) {
    try {
      String payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));
      JsonNode issuer = json.readTree(Base64.getUrlDecoder().decode(payload)).path("iss");
      return issuer.isTextual() ? Optional.of(issuer.textValue()) : Optional.empty();
    } catch (IOException | IllegalArgumentException notJson) {
      return Optional.empty();
    }
  }
}
