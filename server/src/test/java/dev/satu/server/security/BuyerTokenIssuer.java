package dev.satu.server.security;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.EllipticCurveJsonWebKey;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKey.OutputControlLevel;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/** An issuer of buyers' tokens for the service under test, with a key of its own. */
public final class BuyerTokenIssuer implements QuarkusTestResourceLifecycleManager {
  /** The account that its buyers belong to; a test makes it. */
  static final String ACCOUNT = "token-shop";

  static final String ISSUER = "https://login.shop.test";
  static final String AUDIENCE = "satu";

  // The tests do not share a class loader with this, but the configuration.
  private static final String PRIVATE_KEY = "test.token-key";

  private @Nullable Path file;

  @Override
  public Map<String, String> start() {
    try {
      EllipticCurveJsonWebKey key = EcJwkGenerator.generateJwk(EllipticCurves.P256);
      key.setKeyId("first");
      Path written = Files.createTempFile("satu-token-keys", ".json");
      file = written;
      Files.writeString(written, new JsonWebKeySet(key).toJson());
      return Map.of(
          "satu.tokens.shop.issuer",
          ISSUER,
          "satu.tokens.shop.audience",
          AUDIENCE,
          "satu.tokens.shop.algorithm",
          "ES256",
          "satu.tokens.shop.account",
          ACCOUNT,
          "satu.tokens.shop.key-file",
          written.toString(),
          PRIVATE_KEY,
          key.toJson(OutputControlLevel.INCLUDE_PRIVATE));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (JoseException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The key that the service's issuer signs with. */
  static JsonWebKey key() {
    try {
      return JsonWebKey.Factory.newJwk(
          ConfigProvider.getConfig().getValue(PRIVATE_KEY, String.class));
    } catch (JoseException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** A good token of a buyer. */
  static String token(String buyer) {
    return Token.of(buyer).signedBy(key());
  }

  @Override
  public void stop() {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
