package dev.satu.server.security;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Whose tokens of buyers are taken, each under a name of its own: {@code satu.tokens.NAME.issuer}
 * and so on. None by default.
 */
@ConfigMapping(prefix = "satu.tokens")
public interface TokenSettings {
  /** The issuers, by the name they have in the configuration. */
  @WithParentName
  Map<String, Issuer> issuers();

  /** One issuer of tokens; all of its buyers belong to one account. */
  interface Issuer {
    /** What {@code iss} must be, to the letter. */
    String issuer();

    /** What {@code aud} must name. */
    String audience();

    /** The one algorithm of its signatures, such as {@code RS256}; public keys only. */
    String algorithm();

    /** The account that its buyers belong to. */
    String account();

    /** A file with its public key in PEM, or a JWK set; read when the service starts. */
    Optional<Path> keyFile();

    /** Where its JWK set is, by https (or by http on this machine). */
    Optional<URI> jwksUrl();
  }
}
