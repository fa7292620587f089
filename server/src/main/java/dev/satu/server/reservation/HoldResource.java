package dev.satu.server.reservation;

import dev.satu.Satu;
import dev.satu.hold.Reservation;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.UnavailableReason;
import dev.satu.server.asset.AssetResource;
import dev.satu.server.http.Answer;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Problem;
import dev.satu.server.http.Replies;
import dev.satu.server.reservation.ReservationBodies.Hold;
import dev.satu.server.reservation.ReservationBodies.ReservationShown;
import dev.satu.server.security.Credential;
import dev.satu.server.security.Intent;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Placing holds: the hot endpoint. It returns a future and never blocks the event loop. */
@Path("/v1/assets/{asset_id}/reservations")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Reservations")
public final class HoldResource {
  private final Satu satu;

  HoldResource(Satu satu) {
    this.satu = satu;
  }

  @POST
  @Scoped(Scope.CLAIM)
  @Operation(summary = "Hold an asset for a buyer")
  @APIResponse(
      responseCode = "201",
      description = "Held",
      content = @Content(schema = @Schema(implementation = ReservationShown.class)))
  @APIResponse(
      responseCode = "200",
      description = "A replay, or the buyer's own live hold (already_held)",
      content = @Content(schema = @Schema(implementation = ReservationShown.class)))
  @APIResponse(responseCode = "409", description = "Taken: ASSET_UNAVAILABLE")
  public CompletionStage<Response> place(
      @Context RoutingContext routing, @PathParam("asset_id") String assetId, Hold body) {
    Intent intent = Intent.of(routing);
    Credential credential = intent.credential();
    PlaceCommand plain =
        PlaceCommand.of(
                intent.caller(),
                intent.key(),
                new AssetId(assetId),
                credential.actingFor(new BuyerId(body.buyerId())))
            .limitedTo(credential.limits())
            .whenOwn(credential.ownHold());
    Duration length = body.holdFor();
    PlaceCommand command = length == null ? plain : plain.holdingFor(length);
    return satu.place(command).thenApply(reply -> Replies.response(reply, HoldResource::answer));
  }

  private static Answer answer(PlaceOutcome outcome) {
    return switch (outcome) {
      case PlaceOutcome.Held(Reservation reservation) -> facts(201, reservation);
      case PlaceOutcome.AlreadyHeld(Reservation reservation) -> facts(200, reservation);
      case PlaceOutcome.AssetNotFound() -> Answer.refusal(AssetResource.notFound());
      case PlaceOutcome.HoldTooLong(Duration longest) ->
          Answer.refusal(
              Problem.of(ErrorCode.HOLD_TOO_LONG, "hold_for must be at most " + longest + ".")
                  .withField("hold_for")
                  .with("longest", longest));
      case PlaceOutcome.Unavailable(UnavailableReason reason, Optional<Duration> retryAfter) ->
          Answer.refusal(unavailable(reason, retryAfter));
      case PlaceOutcome.TooSoon(Duration retryAfter) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.REHOLD_TOO_SOON,
                      "This buyer's hold on this asset expired a moment ago; others have their turn first.")
                  .waiting(retryAfter));
      case PlaceOutcome.LimitReached(int limit, Instant earliest, Duration retryAfter) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.HOLD_LIMIT_REACHED,
                      "This buyer has as many live holds as they may have.")
                  .with("limit", limit)
                  .with("earliest_expiry", earliest)
                  .waiting(retryAfter));
    };
  }

  private static Answer facts(int status, Reservation reservation) {
    return new Answer.Facts(status, reservation.json(), Optional.of(reservation.status()));
  }

  private static Problem unavailable(UnavailableReason reason, Optional<Duration> retryAfter) {
    String message =
        switch (reason) {
          case HELD, SOLD -> "Asset is currently reserved by another buyer or already sold.";
          case HELD_BY_YOU -> "This buyer holds the asset already.";
          case WITHDRAWN -> "Asset is not for sale.";
        };
    Problem problem =
        Problem.of(ErrorCode.ASSET_UNAVAILABLE, message).with("reason", reason.name());
    return retryAfter.map(problem::waiting).orElse(problem);
  }
}
