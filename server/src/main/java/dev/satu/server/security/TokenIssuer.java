package dev.satu.server.security;

import dev.satu.server.security.BuyerTokens.Buyer;
import dev.satu.value.AccountId;
import dev.satu.value.BuyerId;
import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.ErrorCodeValidator;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.InvalidJwtSignatureException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;
import org.jose4j.lang.UnresolvableKeyException;

/**
 * Verifies the tokens of one issuer: its signature by its one algorithm, issuer, audience, life,
 * and a subject that can be a buyer's id.
 */
final class TokenIssuer {
  /** How far this node's clock and the issuer's may differ. */
  private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(30);

  private static final Logger LOG = Logger.getLogger(TokenIssuer.class);

  private final String issuer;
  private final String audience;
  private final String algorithm;
  private final AccountId account;
  private final TokenKeys keys;
  private final InstantSource clock;

  TokenIssuer(Pinned pinned, AccountId account, TokenKeys keys, InstantSource clock) {
    this.issuer = pinned.issuer();
    this.audience = pinned.audience();
    this.algorithm = pinned.algorithm();
    this.account = account;
    this.keys = keys;
    this.clock = clock;
  }

  /** What a token must say, to the letter. */
  record Pinned(String issuer, String audience, String algorithm) {}

  /**
   * Whose token it is, if it is good.
   *
   * @throws TokenKeys.KeysUnavailable if that cannot be said now
   */
  Optional<Buyer> verify(String token) {
    try {
      return Optional.of(buyer(consumer().processToClaims(token)));
    } catch (InvalidJwtException refused) {
      // Its key may be a new one, which the issuer began to use after we looked.
      if (mayBeOtherKeys(refused) && keys.lookAgain()) {
        return verifyOnce(token);
      }
      return refused(refused);
    } catch (MalformedClaimException | InvalidValue refused) {
      return Optional.empty();
    }
  }

  private Optional<Buyer> verifyOnce(String token) {
    try {
      return Optional.of(buyer(consumer().processToClaims(token)));
    } catch (InvalidJwtException refused) {
      return refused(refused);
    } catch (MalformedClaimException | InvalidValue refused) {
      return Optional.empty();
    }
  }

  private JwtConsumer consumer() {
    JwksVerificationKeyResolver resolver = new JwksVerificationKeyResolver(keys.keys());
    resolver.setDisambiguateWithVerifySignature(true);
    return new JwtConsumerBuilder()
        .setVerificationKeyResolver(resolver)
        .setJwsAlgorithmConstraints(new AlgorithmConstraints(ConstraintType.PERMIT, algorithm))
        .setExpectedIssuer(true, issuer)
        .setExpectedAudience(true, audience)
        .setRequireExpirationTime()
        .setRequireSubject()
        .setAllowedClockSkewInSeconds(Math.toIntExact(CLOCKS_DIFFER.toSeconds()))
        .setEvaluationTime(NumericDate.fromMilliseconds(clock.millis()))
        .build();
  }

  private Buyer buyer(JwtClaims claims) throws MalformedClaimException {
    long left = claims.getExpirationTime().getValueInMillis() - clock.millis();
    return new Buyer(
        account, new BuyerId(claims.getSubject()), Duration.ofMillis(left).plus(CLOCKS_DIFFER));
  }

  private static boolean mayBeOtherKeys(InvalidJwtException refused) {
    return refused instanceof InvalidJwtSignatureException
        || refused.getCause() instanceof UnresolvableKeyException;
  }

  /** Says why in the log, by codes only: the library's texts repeat the token. */
  private Optional<Buyer> refused(InvalidJwtException refused) {
    LOG.debugf(
        "A token of %s was refused: %s",
        issuer,
        refused.getErrorDetails().stream().map(ErrorCodeValidator.Error::getErrorCode).toList());
    return Optional.empty();
  }
}
