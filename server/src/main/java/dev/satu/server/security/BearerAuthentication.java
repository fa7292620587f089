package dev.satu.server.security;

import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemAnswer;
import dev.satu.server.http.Replies;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Context;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jboss.logging.Logger;

/**
 * Lets only requests with a right {@code Authorization: Bearer} pass, before anything else looks at
 * them: also on paths that do not exist. Runs on the event loop and blocks it never: a credential
 * that is not remembered is looked up elsewhere meanwhile.
 */
@Singleton
final class BearerAuthentication {
  private static final Logger LOG = Logger.getLogger(BearerAuthentication.class);
  private static final int AFTER_REQUEST_EDGE = 900;
  private static final String SCHEME = "bearer ";

  /** Open to all: no path below them shows or changes anything of an account. */
  private static final List<String> OPEN_BELOW = List.of("/q/health/", "/q/swagger-ui/");

  private static final List<String> OPEN = List.of("/q/health", "/q/openapi", "/q/swagger-ui");

  private final Credentials credentials;

  BearerAuthentication(Credentials credentials) {
    this.credentials = credentials;
  }

  void filters(@Observes Filters filters) {
    filters.register(this::authenticate, AFTER_REQUEST_EDGE);
  }

  private void authenticate(RoutingContext routing) {
    if (isOpen(routing)) {
      routing.next();
      return;
    }
    Optional<String> bearer = bearer(routing);
    if (bearer.isEmpty()) {
      ProblemAnswer.send(routing, unauthenticated());
      return;
    }
    CompletableFuture<Optional<Credential>> found = credentials.find(bearer.get());
    if (found.isDone()) {
      goOn(routing, found);
    } else {
      Context context = routing.vertx().getOrCreateContext();
      var _ =
          found.whenComplete(
              (credential, failure) -> context.runOnContext(here -> goOn(routing, found)));
    }
  }

  private static void goOn(RoutingContext routing, CompletableFuture<Optional<Credential>> found) {
    if (found.isCompletedExceptionally()) {
      LOG.debug("a credential could not be looked up", found.exceptionNow());
      ProblemAnswer.send(routing, Replies.busy(Duration.ofSeconds(1)));
      return;
    }
    Optional<Credential> credential = found.resultNow();
    if (credential.isEmpty()) {
      ProblemAnswer.send(routing, unauthenticated());
      return;
    }
    Credential.put(routing, credential.get());
    routing.next();
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
