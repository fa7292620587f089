package dev.satu.server.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Sends a problem where there is no resource: before routing, and when routing failed. */
public final class ProblemAnswer {
  private ProblemAnswer() {}

  /** Ends the request with the problem, unless its answer has begun already. */
  public static void send(RoutingContext routing, Problem problem) {
    HttpServerResponse response = routing.response();
    if (response.ended() || response.headWritten()) {
      if (!response.ended()) {
        response.reset();
      }
      return;
    }
    response.setStatusCode(problem.status()).putHeader("Content-Type", Problem.MEDIA_TYPE);
    problem.headers().forEach(response::putHeader);
    closeIfBodyIsLeft(routing, problem);
    response.end(Buffer.buffer(problem.json()));
  }

  // The rest of a body that is too large, or too slow, is not read: the connection can carry
  // nothing
  // after it.
  static void closeIfBodyIsLeft(RoutingContext routing, Problem problem) {
    if (problem.status() == 413 || problem.status() == 408) {
      routing.addEndHandler(sent -> routing.request().connection().close());
    }
  }
}
