package dev.satu.server.reservation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.Satu;
import dev.satu.hold.Reservation;
import dev.satu.reservation.CommitCommand;
import dev.satu.reservation.ExtendCommand;
import dev.satu.reservation.ReleaseCommand;
import dev.satu.server.http.ProblemException;
import dev.satu.server.http.Replies;
import dev.satu.server.reservation.ReservationBodies.Commit;
import dev.satu.server.reservation.ReservationBodies.Extend;
import dev.satu.server.reservation.ReservationBodies.ReservationShown;
import dev.satu.server.security.Credential;
import dev.satu.server.security.Intent;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * What becomes of a hold: see, commit, release, extend. Somebody else's reservation is one that
 * does not exist.
 */
@Path("/v1/reservations/{reservation_id}")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Reservations")
public final class ReservationResource {
  private static final Gateway NO_GATEWAY = new Gateway("external");

  private final Satu satu;

  ReservationResource(Satu satu) {
    this.satu = satu;
  }

  @GET
  @Scoped(Scope.CLAIM)
  @RunOnVirtualThread
  @Operation(summary = "The reservation as it is now")
  @APIResponse(
      responseCode = "200",
      description = "An overdue hold is EXPIRED, swept or not",
      content = @Content(schema = @Schema(implementation = ReservationShown.class)))
  public Response find(
      @Context RoutingContext routing, @PathParam("reservation_id") String reservationId) {
    Caller caller = Credential.of(routing).caller();
    Reservation reservation =
        satu.reservations()
            .find(caller, id(reservationId))
            .orElseThrow(() -> new ProblemException(ReservationAnswers.notFound()));
    return Response.ok(reservation.json().getBytes(UTF_8), MediaType.APPLICATION_JSON_TYPE).build();
  }

  @POST
  @Path("commit")
  @Consumes(MediaType.APPLICATION_JSON)
  @Scoped(Scope.SETTLE)
  @Operation(summary = "Sell the held asset: the caller vouches that the payment was captured")
  @APIResponse(
      responseCode = "200",
      description = "Sold",
      content = @Content(schema = @Schema(implementation = ReservationShown.class)))
  @APIResponse(
      responseCode = "410",
      description = "The hold had ended; the payment is on record as unmatched")
  public CompletionStage<Response> commit(
      @Context RoutingContext routing,
      @PathParam("reservation_id") String reservationId,
      Commit body) {
    Intent intent = Intent.of(routing);
    CommitCommand command =
        new CommitCommand(
            intent.caller(),
            intent.key(),
            id(reservationId),
            body.gateway() == null ? NO_GATEWAY : new Gateway(body.gateway()),
            new PaymentRef(body.paymentRef()),
            money(body));
    return satu.inFlight()
        .run(command, () -> satu.reservations().commit(command))
        .thenApply(reply -> Replies.response(reply, ReservationAnswers::committed));
  }

  @POST
  @Path("release")
  @Scoped(Scope.CLAIM)
  @Operation(summary = "End a hold early: its asset is free at once")
  @APIResponse(
      responseCode = "200",
      description = "Released, or ended before",
      content = @Content(schema = @Schema(implementation = ReservationShown.class)))
  public CompletionStage<Response> release(
      @Context RoutingContext routing, @PathParam("reservation_id") String reservationId) {
    Intent intent = Intent.of(routing);
    ReleaseCommand command = new ReleaseCommand(intent.caller(), intent.key(), id(reservationId));
    return satu.inFlight()
        .run(command, () -> satu.reservations().release(command))
        .thenApply(reply -> Replies.response(reply, ReservationAnswers::released));
  }

  @POST
  @Path("extend")
  @Consumes(MediaType.APPLICATION_JSON)
  @Scoped(Scope.CLAIM)
  @Operation(summary = "Prolong a live hold")
  @APIResponse(
      responseCode = "200",
      description = "It lives until the new expires_at",
      content = @Content(schema = @Schema(implementation = ReservationShown.class)))
  @APIResponse(responseCode = "410", description = "The hold had ended")
  public CompletionStage<Response> extend(
      @Context RoutingContext routing,
      @PathParam("reservation_id") String reservationId,
      Extend body) {
    Intent intent = Intent.of(routing);
    ExtendCommand command =
        new ExtendCommand(intent.caller(), intent.key(), id(reservationId), body.extendBy());
    return satu.inFlight()
        .run(command, () -> satu.reservations().extend(command))
        .thenApply(reply -> Replies.response(reply, ReservationAnswers::extended));
  }

  /** An id that cannot be one names nothing. */
  private static ReservationId id(String text) {
    return ReservationId.parse(text)
        .orElseThrow(() -> new ProblemException(ReservationAnswers.notFound()));
  }

  private static Optional<Money> money(Commit body) {
    Long amount = body.amount();
    String currency = body.currency();
    if (amount == null && currency == null) {
      return Optional.empty();
    }
    if (amount == null) {
      throw new InvalidValue("amount", "must be given with currency");
    }
    if (currency == null) {
      throw new InvalidValue("currency", "must be given with amount");
    }
    return Optional.of(new Money(amount, currency));
  }
}
