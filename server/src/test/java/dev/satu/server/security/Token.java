package dev.satu.server.security;

import java.time.Duration;
import java.util.function.Consumer;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.lang.JoseException;

/** A buyer's token in the making: good, but for what a test changes about it. */
final class Token {
  private final JwtClaims claims = new JwtClaims();
  private String algorithm = "ES256";

  private Token() {}

  /** A token as the issuer of the tests makes it, good for ten minutes. */
  static Token of(String buyer) {
    return new Token()
        .with(claims -> {
          claims.setSubject(buyer);
          claims.setIssuer(BuyerTokenIssuer.ISSUER);
          claims.setAudience(BuyerTokenIssuer.AUDIENCE);
        })
        .expiringIn(Duration.ofMinutes(10));
  }

  Token with(Consumer<JwtClaims> change) {
    change.accept(claims);
    return this;
  }

  Token expiringIn(Duration fromNow) {
    NumericDate end = NumericDate.now();
    end.addSeconds(fromNow.toSeconds());
    claims.setExpirationTime(end);
    return this;
  }

  Token by(String other) {
    algorithm = other;
    return this;
  }

  /** The token, signed by a key with its private part. */
  String signedBy(JsonWebKey key) {
    JsonWebSignature jws = signature(key.getKeyId());
    jws.setKey(key instanceof PublicJsonWebKey pair ? pair.getPrivateKey() : key.getKey());
    return text(jws);
  }

  /** The token with a signature by the bytes of somebody's public key. */
  String signedWithSecret(java.security.Key secret, String keyId) {
    JsonWebSignature jws = signature(keyId);
    jws.setKey(secret);
    jws.setDoKeyValidation(false);
    return text(jws);
  }

  /** The token without a signature. */
  String unsigned() {
    algorithm = "none";
    return text(signature("first"));
  }

  private JsonWebSignature signature(String keyId) {
    JsonWebSignature jws = new JsonWebSignature();
    jws.setPayload(claims.toJson());
    jws.setAlgorithmHeaderValue(algorithm);
    jws.setAlgorithmConstraints(AlgorithmConstraints.NO_CONSTRAINTS);
    if (keyId != null) {
      jws.setKeyIdHeaderValue(keyId);
    }
    return jws;
  }

  private static String text(JsonWebSignature jws) {
    try {
      return jws.getCompactSerialization();
    } catch (JoseException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
