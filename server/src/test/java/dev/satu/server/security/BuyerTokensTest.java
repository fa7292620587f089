package dev.satu.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.satu.server.security.BuyerTokens.Buyer;
import dev.satu.value.AccountId;
import dev.satu.value.BuyerId;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where an issuer's keys come from, and which settings stop the start. */
final class BuyerTokensTest {
  @TempDir Path folder;

  private record Settings(
      String issuer,
      String audience,
      String algorithm,
      String account,
      Optional<Path> keyFile,
      Optional<URI> jwksUrl)
      implements TokenSettings.Issuer {
    static Settings of(String algorithm, Path file) {
      return new Settings(
          BuyerTokenIssuer.ISSUER,
          BuyerTokenIssuer.AUDIENCE,
          algorithm,
          "shop",
          Optional.of(file),
          Optional.empty());
    }
  }

  private static BuyerTokens tokens(Map<String, TokenSettings.Issuer> issuers) {
    return new BuyerTokens(() -> issuers, new ObjectMapper());
  }

  private static JsonWebKey newKey(String id) throws JoseException {
    JsonWebKey key = EcJwkGenerator.generateJwk(EllipticCurves.P256);
    key.setKeyId(id);
    return key;
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("keys"), text);
  }

  @Test
  void a_token_is_verified_by_a_public_key_in_pem() throws Exception {
    JsonWebKey key = RsaJwkGenerator.generateJwk(2048);
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(key.getKey().getEncoded())
            + "\n-----END PUBLIC KEY-----\n";
    BuyerTokens tokens = tokens(Map.of("shop", Settings.of("RS256", file(pem))));
    String token = Token.of("b").by("RS256").signedBy(key);

    Buyer buyer = tokens.verify(token).orElseThrow();

    assertThat(tokens.mayBeOne(token)).isTrue();
    assertThat(buyer.account()).isEqualTo(new AccountId("shop"));
    assertThat(buyer.id()).isEqualTo(new BuyerId("b"));
    assertThat(buyer.remaining()).isBetween(Duration.ofMinutes(10), Duration.ofSeconds(631));
    assertThat(tokens.verify(Token.of("b").by("RS512").signedBy(key))).isEmpty();
  }

  @Test
  void without_an_issuer_nothing_is_a_token() {
    assertThat(tokens(Map.of()).mayBeOne("a.b.c")).isFalse();
  }

  @Test
  void settings_that_cannot_be_right_stop_the_start_and_are_named() throws Exception {
    Path good = file(new JsonWebKeySet(newKey("first")).toJson());
    Path bad = Files.writeString(folder.resolve("bad"), "-----BEGIN PUBLIC KEY-----");
    Settings right = Settings.of("ES256", good);
    refused(Settings.of("HS256", good), "satu.tokens.shop.algorithm");
    refused(Settings.of("none", good), "satu.tokens.shop.algorithm");
    refused(Settings.of("ES256", bad), "satu.tokens.shop.key-file");
    refused(Settings.of("ES256", folder.resolve("missing")), "satu.tokens.shop.key-file");
    refused(
        new Settings("i", "a", "ES256", "no account", right.keyFile(), Optional.empty()),
        "satu.tokens.shop.account");
    refused(
        new Settings("i", "a", "ES256", "shop", Optional.empty(), Optional.empty()),
        "satu.tokens.shop.jwks-url");
    URI url = URI.create("https://login.shop.test/keys");
    refused(
        new Settings("i", "a", "ES256", "shop", right.keyFile(), Optional.of(url)),
        "satu.tokens.shop.jwks-url");
    URI open = URI.create("http://login.shop.test/keys");
    refused(
        new Settings("i", "a", "ES256", "shop", Optional.empty(), Optional.of(open)),
        "satu.tokens.shop.jwks-url");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> tokens(Map.of("one", right, "two", right)))
        .withMessageContaining("issuer");
  }

  private static void refused(Settings settings, String setting) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> tokens(Map.of("shop", settings)))
        .withMessageContaining(setting);
  }

  @Test
  void keys_from_a_url_are_fetched_once_and_again_for_a_key_that_is_new() throws Exception {
    JsonWebKey first = newKey("first");
    JsonWebKey second = newKey("second");
    AtomicInteger fetches = new AtomicInteger();
    AtomicLong clock = new AtomicLong();
    JsonWebKeySet served = new JsonWebKeySet(first);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/keys",
        exchange -> {
          fetches.incrementAndGet();
          byte[] body = served.toJson().getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      JwksUrl keys =
          new JwksUrl(
              URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys"),
              clock::get);
      TokenIssuer issuer =
          new TokenIssuer(
              new TokenIssuer.Pinned(BuyerTokenIssuer.ISSUER, BuyerTokenIssuer.AUDIENCE, "ES256"),
              new AccountId("shop"),
              keys,
              java.time.InstantSource.system());
      assertThat(issuer.verify(Token.of("b").signedBy(first))).isPresent();
      assertThat(issuer.verify(Token.of("b").signedBy(first))).isPresent();
      assertThat(fetches).hasValue(1);

      assertThat(issuer.verify(Token.of("b").signedBy(second))).isEmpty();
      assertThat(fetches).as("not again so soon").hasValue(1);
      served.addJsonWebKey(second);
      clock.addAndGet(Duration.ofSeconds(10).toNanos());
      assertThat(issuer.verify(Token.of("b").signedBy(second))).isPresent();
      assertThat(fetches).hasValue(2);

      server.stop(0);
      clock.addAndGet(Duration.ofMinutes(59).toNanos());
      assertThat(issuer.verify(Token.of("b").signedBy(first))).isPresent();
      clock.addAndGet(Duration.ofMinutes(2).toNanos());
      assertThatThrownBy(() -> issuer.verify(Token.of("b").signedBy(first)))
          .isInstanceOf(TokenKeys.KeysUnavailable.class);
    } finally {
      server.stop(0);
    }
  }
}
