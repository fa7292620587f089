package dev.satu.server.http;

import dev.satu.server.security.Credential;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A resource for tests only: gives back what it read, or fails as it is told to. */
@Path("/v1/test")
@Scoped(Scope.CLAIM)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class EchoResource {
  /** Something with every kind of field that a body of this service has. */
  public record Order(
      String buyerId,
      int quantity,
      @Nullable Duration holdFor,
      @Nullable Instant at,
      @Nullable Price price,
      @Nullable List<Line> lines,
      @Nullable Boolean urgent,
      @Nullable Kind kind,
      @Nullable Map<String, Object> attributes) {}

  /** Money. */
  public record Price(long amount, String currency) {}

  /** One thing of an order. */
  public record Line(String sku) {}

  /** A choice. */
  public enum Kind {
    SEAT,
    LOT
  }

  @POST
  @Path("/orders/{id}")
  public CompletionStage<Order> order(@PathParam("id") String id, Order order) {
    return CompletableFuture.completedFuture(order);
  }

  @GET
  @Path("/orders/{id}")
  public Map<String, Object> see(
      @PathParam("id") String id,
      @QueryParam("limit") @Nullable Integer limit,
      @Context RoutingContext routing) {
    return Map.of("id", id, "account", Credential.of(routing).account().text());
  }

  @POST
  @Path("/keys")
  public Map<String, Object> key(@Context RoutingContext routing) {
    return Map.of("key", IdempotencyHeader.of(routing));
  }

  @GET
  @Path("/failures/{how}")
  public Response fail(@PathParam("how") String how) {
    return switch (how) {
      case "fault" -> throw new IllegalStateException("the secret of the house");
      case "returned" -> taken().toResponse();
      case "thrown" -> throw new ProblemException(taken());
      default -> Response.noContent().build();
    };
  }

  private static Problem taken() {
    return Problem.of(ErrorCode.ASSET_UNAVAILABLE, "Somebody was faster.")
        .with("reason", "HELD")
        .with("retry_after", Duration.ofSeconds(90))
        .withHeader("Retry-After", "90");
  }
}
