package dev.satu.server.http;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns whatever a resource, or the way to it, throws into a problem. */
@Singleton
public final class ProblemMappers {
  private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

  private final ResourceMethods methods;

  ProblemMappers(ResourceMethods methods) {
    this.methods = methods;
  }

  /** A refusal that says itself what it is. */
  @ServerExceptionMapper
  public Response refusal(ProblemException refusal, RoutingContext routing) {
    ProblemAnswer.closeIfBodyIsLeft(routing, refusal.problem());
    return refusal.problem().toResponse();
  }

  /** What the framework refuses: unknown paths, wrong methods and media types. */
  @ServerExceptionMapper
  public Response frameworkRefusal(WebApplicationException refusal, RoutingContext routing) {
    int status = refusal.getResponse().getStatus();
    return switch (status) {
      case 404 -> notFound(refusal).toResponse();
      case 405 -> Problems.methodNotAllowed(methods.allowed(routing.normalizedPath())).toResponse();
      case 406 -> Problems.notAcceptable().toResponse();
      case 415 -> Problems.unsupportedMediaType().toResponse();
      default ->
          status >= 400 && status < 500
              ? Problems.badRequest().toResponse()
              : fault(refusal, routing);
    };
  }

  /** A fault: the log gets everything, the caller an id to ask about. */
  @ServerExceptionMapper
  public Response fault(Throwable fault, RoutingContext routing) {
    String id = RequestId.of(routing);
    LOG.errorf(
        fault,
        "Request %s failed: %s %s",
        id,
        routing.request().method(),
        routing.request().path());
    return Problems.internalError(id).toResponse();
  }

  // Jakarta REST answers 404 where a parameter cannot be converted; the cause tells the two apart.
  private static Problem notFound(WebApplicationException refusal) {
    return refusal instanceof NotFoundException && refusal.getCause() != null
        ? Problems.invalidParameter()
        : Problems.notFound();
  }
}
