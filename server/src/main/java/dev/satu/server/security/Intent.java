package dev.satu.server.security;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.server.http.IdempotencyHeader;
import dev.satu.server.http.ProblemException;
import dev.satu.value.Caller;
import io.vertx.ext.web.RoutingContext;

/**
 * Who wants a change, and under which key: what every command begins with.
 *
 * @param credential what the caller showed
 * @param key names the intention, so that it takes effect once
 */
public record Intent(Credential credential, IdempotencyKey key) {
  /**
   * The intent of this request.
   *
   * @throws ProblemException {@code 401} without a credential, {@code 400} without one good key
   */
  public static Intent of(RoutingContext routing) {
    return new Intent(Credential.of(routing), new IdempotencyKey(IdempotencyHeader.of(routing)));
  }

  /** Who acts, as the engine knows it. */
  public Caller caller() {
    return credential.caller();
  }
}
