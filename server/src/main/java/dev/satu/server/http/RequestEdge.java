package dev.satu.server.http;

import io.quarkus.vertx.http.runtime.RouteConstants;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What every request passes first and every failure last: the request id, the limit of the body,
 * and a problem for failures outside the resources.
 */
@Singleton
final class RequestEdge {
  /** Runs before the credential is looked at, which has a lower number. */
  private static final int FIRST = 1_000;

  /** Runs after Quarkus' own limit, which has set what this one changes. */
  private static final int AFTER_QUARKUS_LIMIT = -1 - RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT;

  private static final Logger LOG = Logger.getLogger(RequestEdge.class);

  private final BodyLimits limits;
  private final SlowBodies slowBodies;

  RequestEdge(BodyLimits limits, SlowBodies slowBodies) {
    this.limits = limits;
    this.slowBodies = slowBodies;
  }

  void filters(@Observes Filters filters) {
    filters.register(this::enter, FIRST);
    filters.register(this::leaveExactLimitToReader, AFTER_QUARKUS_LIMIT);
  }

  void failures(@Observes Router router) {
    router
        .route()
        .order(RouteConstants.ROUTE_ORDER_AFTER_DEFAULT + 1)
        .failureHandler(this::answerFailure);
    for (int status : List.of(400, 404, 405, 406, 413, 415, 500)) {
      router.errorHandler(status, this::answerFailure);
    }
  }

  private void enter(RoutingContext routing) {
    RequestId.give(routing);
    long limit = limits.of(routing.normalizedPath());
    if (isTooLong(routing.request().getHeader("Content-Length"), limit)) {
      ProblemAnswer.send(routing, Problems.bodyTooLarge(limit));
      return;
    }
    if (mayHaveBody(routing) && !BodyLimits.IMPORT_PATH.equals(routing.normalizedPath())) {
      slowBodies.watch(routing);
    }
    routing.next();
  }

  private static boolean mayHaveBody(RoutingContext routing) {
    MultiMap headers = routing.request().headers();
    String length = headers.get("Content-Length");
    return length == null ? headers.contains("Transfer-Encoding") : !length.equals("0");
  }

  private static boolean isTooLong(@Nullable String contentLength, long limit) {
    if (contentLength == null) {
      return false;
    }
    try {
      return Long.parseLong(contentLength) > limit;
    } catch (NumberFormatException notANumber) {
      return true;
    }
  }

  // Without Content-Length Quarkus counts while the body is read, and answers 413 without a body.
  // The reader of bodies
  // counts too and explains itself; Quarkus' count stays as a ceiling that no reader can forget.
  private void leaveExactLimitToReader(RoutingContext routing) {
    if (routing.get(VertxHttpRecorder.MAX_REQUEST_SIZE_KEY) != null) {
      routing.put(VertxHttpRecorder.MAX_REQUEST_SIZE_KEY, 4 * limits.of(routing.normalizedPath()));
    }
    routing.next();
  }

  private void answerFailure(RoutingContext routing) {
    ProblemAnswer.send(routing, problemOf(routing));
  }

  private Problem problemOf(RoutingContext routing) {
    if (routing.failure() instanceof ProblemException refused) {
      return refused.problem();
    }
    int status = routing.statusCode();
    return switch (status) {
      case 404 -> Problems.notFound();
      case 405 -> Problems.methodNotAllowed(List.of());
      case 406 -> Problems.notAcceptable();
      case 413 -> Problems.bodyTooLarge(limits.of(routing.normalizedPath()));
      case 415 -> Problems.unsupportedMediaType();
      default -> status >= 400 && status < 500 ? Problems.badRequest() : fault(routing);
    };
  }

  private static Problem fault(RoutingContext routing) {
    String id = RequestId.of(routing);
    LOG.errorf(routing.failure(), "Request %s failed outside the resources", id);
    return Problems.internalError(id);
  }
}
