package dev.satu.server.security;

import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemAnswer;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Lets only requests with a right {@code Authorization: Bearer} pass, before anything else looks at
 * them: also on paths that do not exist. Runs on the event loop and waits for nothing.
 */
@Singleton
final class BearerAuthentication {
  private static final int AFTER_REQUEST_EDGE = 900;
  private static final String SCHEME = "bearer ";

  /** Open to all: no path below them shows or changes anything of an account. */
  private static final List<String> OPEN_BELOW = List.of("/q/health/", "/q/swagger-ui/");

  private static final List<String> OPEN = List.of("/q/health", "/q/openapi", "/q/swagger-ui");

  private final OperatorKey operatorKey;

  BearerAuthentication(OperatorKey operatorKey) {
    this.operatorKey = operatorKey;
  }

  void filters(@Observes Filters filters) {
    filters.register(this::authenticate, AFTER_REQUEST_EDGE);
  }

  private void authenticate(RoutingContext routing) {
    Optional<Credential> credential = bearer(routing).flatMap(operatorKey::find);
    credential.ifPresent(found -> Credential.put(routing, found));
    if (credential.isPresent() || isOpen(routing)) {
      routing.next();
    } else {
      ProblemAnswer.send(routing, unauthenticated());
    }
  }

  private static Optional<String> bearer(RoutingContext routing) {
    List<String> given = routing.request().headers().getAll("Authorization");
    if (given.size() != 1) {
      return Optional.empty();
    }
    String value = given.getFirst();
    return value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? Optional.of(value.substring(SCHEME.length()).strip())
        : Optional.empty();
  }

  // A path that changes when it is made normal (dots, double slashes) is never open: the router
  // behind might read it
  // differently.
  private static boolean isOpen(RoutingContext routing) {
    String path = routing.request().path();
    return path != null
        && path.equals(routing.normalizedPath())
        && (OPEN.contains(path) || OPEN_BELOW.stream().anyMatch(path::startsWith));
  }

  static Problem unauthenticated() {
    return Problem.of(
            ErrorCode.UNAUTHENTICATED,
            "This call needs the header Authorization: Bearer with a key that is in force.")
        .withHeader("WWW-Authenticate", "Bearer");
  }
}
