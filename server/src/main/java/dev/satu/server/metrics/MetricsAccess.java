package dev.satu.server.metrics;

import dev.satu.server.http.ProblemAnswer;
import dev.satu.server.http.ProblemException;
import dev.satu.server.security.Credential;
import dev.satu.server.security.Scope;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Shows metrics to keys with the scope {@code read} only: they tell how the business goes. They
 * have no resource method whose scope could be checked.
 */
@Singleton
final class MetricsAccess {
  private static final int AFTER_AUTHENTICATION = 800;
  private static final String PATH = "/q/metrics";

  void filters(@Observes Filters filters) {
    filters.register(MetricsAccess::check, AFTER_AUTHENTICATION);
  }

  private static void check(RoutingContext routing) {
    if (routing.normalizedPath().startsWith(PATH)) {
      try {
        Credential.of(routing).require(Scope.READ);
      } catch (ProblemException refused) {
        ProblemAnswer.send(routing, refused.problem());
        return;
      }
    }
    routing.next();
  }
}
