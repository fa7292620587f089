package dev.satu.server.security;

import dev.satu.Satu;
import dev.satu.account.Account;
import dev.satu.account.AccountRules;
import dev.satu.account.KeyHash;
import dev.satu.account.KeyInForce;
import dev.satu.server.security.BuyerTokens.Buyer;
import dev.satu.server.security.ShortMemory.Bounds;
import dev.satu.server.security.ShortMemory.Found;
import dev.satu.value.AccountId;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Finds out what a bearer's text is good for: the configured key, an API key of an account, or a
 * buyer's token. Never blocks: what is not remembered is looked up on threads of its own.
 */
@Singleton
final class Credentials {
  /**
   * What is revoked is refused on every node after this; the contract allows 5 s. No setting of
   * {@code serve}: only the test that shows what it is good for lengthens it.
   */
  private static final String KEEP = "PT3S";

  /** Two connections for keys and two for accounts, of 32: guessing keys starves nobody. */
  private static final Bounds FROM_DATABASE = new Bounds(2, 1_000);

  /** A token costs no connection, but a signature. */
  private static final Bounds BY_SIGNATURE = new Bounds(64, 2_000);

  private final OperatorKey operatorKey;
  private final BuyerTokens tokens;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("satu-credential-", 0).factory());
  private final ShortMemory<KeyHash, Credential> ofKeys;
  private final ShortMemory<AccountId, AccountRules> ofAccounts;
  private final ShortMemory<String, Credential> ofTokens;

  /**
   * @param satu opened only when it is asked for: the edge is built before the schema is migrated
   */
  Credentials(
      OperatorKey operatorKey,
      BuyerTokens tokens,
      Provider<Satu> satu,
      @ConfigProperty(name = "satu.credentials.kept", defaultValue = KEEP) Duration keep) {
    this.operatorKey = operatorKey;
    this.tokens = tokens;
    ofKeys =
        new ShortMemory<>(
            keep,
            hash -> satu.get().apiKeys().inForce(hash).map(Credentials::found),
            threads,
            FROM_DATABASE,
            System::nanoTime);
    ofAccounts =
        new ShortMemory<>(
            keep,
            id ->
                satu.get()
                    .accounts()
                    .find(id)
                    .map(Account::rules)
                    .map(rules -> new Found<>(rules, Optional.empty())),
            threads,
            FROM_DATABASE,
            System::nanoTime);
    ofTokens = new ShortMemory<>(keep, this::verified, threads, BY_SIGNATURE, System::nanoTime);
  }

  /**
   * The credential of a bearer, or nothing if the text is none in force.
   *
   * @return done already if it is remembered; fails if it cannot be found out now
   */
  CompletableFuture<Optional<Credential>> find(String bearer) {
    if (ApiKey.isOne(bearer)) {
      return operatorKey.is(bearer)
          ? ofAccounts
              .find(OperatorKey.ACCOUNT)
              .thenApply(rules -> rules.map(Credentials::ofOperator))
          : ofKeys.find(new KeyHash(ApiKey.sha256(bearer)));
    }
    return tokens.mayBeOne(bearer)
        ? ofTokens.find(bearer)
        : CompletableFuture.completedFuture(Optional.empty());
  }

  private static Credential ofOperator(AccountRules rules) {
    return Credential.ofKey(OperatorKey.ACCOUNT, EnumSet.allOf(Scope.class), rules);
  }

  private static Found<Credential> found(KeyInForce key) {
    Set<Scope> scopes =
        key.scopes().stream().flatMap(name -> Scope.of(name).stream()).collect(Collectors.toSet());
    return new Found<>(Credential.ofKey(key.account(), scopes, key.rules()), key.remaining());
  }

  /** Runs on a thread that may block. */
  private Optional<Found<Credential>> verified(String token) {
    Optional<Buyer> buyer = tokens.verify(token);
    return buyer.flatMap(of ->
        ofAccounts
            .find(of.account())
            .join()
            .map(rules ->
                new Found<>(
                    Credential.ofBuyer(of.account(), of.id(), rules),
                    Optional.of(of.remaining()))));
  }

  @PreDestroy
  void close() {
    threads.close();
  }
}
