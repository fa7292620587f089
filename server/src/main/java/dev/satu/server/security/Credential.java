package dev.satu.server.security;

import dev.satu.account.AccountRules;
import dev.satu.reservation.BuyerLimits;
import dev.satu.reservation.OwnHold;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemException;
import dev.satu.value.AccountId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import io.vertx.ext.web.RoutingContext;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, after what they showed was found right: an account, or one buyer of it, and what they
 * may do.
 *
 * @param account the account, the same for all of its keys and tokens
 * @param buyer the buyer whose token it is; {@code null} for an API key, which acts for all
 * @param scopes what the key or token may do
 * @param rules what the account chose for its buyers
 */
public record Credential(
    AccountId account, @Nullable BuyerId buyer, Set<Scope> scopes, AccountRules rules) {
  /** Never settle: that a payment was captured is for the shop to vouch for. */
  private static final Set<Scope> OF_BUYERS = EnumSet.of(Scope.CLAIM, Scope.READ);

  private static final String KEY = "dev.satu.credential";

  public Credential {
    scopes = Set.copyOf(scopes);
  }

  /** What an API key is good for. */
  static Credential ofKey(AccountId account, Set<Scope> scopes, AccountRules rules) {
    return new Credential(account, null, scopes, rules);
  }

  /** What a buyer's token is good for. */
  static Credential ofBuyer(AccountId account, BuyerId buyer, AccountRules rules) {
    return new Credential(account, buyer, OF_BUYERS, rules);
  }

  /**
   * The credential of this request.
   *
   * @throws ProblemException {@code 401} if the request has none, which the edge lets through
   *     nowhere
   */
  public static Credential of(RoutingContext routing) {
    @Nullable Credential credential = routing.get(KEY);
    if (credential == null) {
      throw new ProblemException(BearerAuthentication.unauthenticated());
    }
    return credential;
  }

  static void put(RoutingContext routing, Credential credential) {
    routing.put(KEY, credential);
  }

  /** Who acts, as the engine knows it. */
  public Caller caller() {
    return new Caller(account, buyer);
  }

  /**
   * Returns the buyer that a request names, if this credential may act for that one.
   *
   * @throws ProblemException {@code 403 BUYER_MISMATCH}
   */
  public BuyerId actingFor(BuyerId named) {
    if (buyer != null && !buyer.equals(named)) {
      throw new ProblemException(
          Problem.of(ErrorCode.BUYER_MISMATCH, "This token is another buyer's.")
              .withField("buyer_id"));
    }
    return named;
  }

  /** What keeps its buyers from hoarding: what the account chose, else what is usual. */
  public BuyerLimits limits() {
    return rules.limits(buyer == null ? BuyerLimits.NONE : BuyerLimits.FOR_BUYER_TOKENS);
  }

  /** What a buyer is told who holds it already. */
  public OwnHold ownHold() {
    return rules.ownHold();
  }

  /** Whether this key or token may do that. */
  public boolean has(Scope scope) {
    return scopes.contains(scope);
  }

  /**
   * Lets the request go on only if this key or token may do that.
   *
   * @throws ProblemException {@code 403 SCOPE_MISSING}
   */
  public void require(Scope scope) {
    if (!has(scope)) {
      throw new ProblemException(
          Problem.of(ErrorCode.SCOPE_MISSING, "This key lacks the scope " + scope.text() + ".")
              .with("scope", scope.text()));
    }
  }
}
