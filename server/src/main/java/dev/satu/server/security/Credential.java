package dev.satu.server.security;

import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemException;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, after the key was found right: an account, and what this key of it may do.
 *
 * @param account the id of the account, the same for all of its keys
 * @param scopes what the key may do
 */
public record Credential(String account, Set<Scope> scopes) {
  private static final String KEY = "dev.satu.credential";

  public Credential {
    scopes = Set.copyOf(scopes);
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
    return Caller.of(new AccountId(account));
  }

  /** Whether this key may do that. */
  public boolean has(Scope scope) {
    return scopes.contains(scope);
  }

  /**
   * Lets the request go on only if this key may do that.
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
