package dev.satu.server.reservation;

import dev.satu.Satu;
import dev.satu.reservation.OperatorReleaseCommand;
import dev.satu.server.http.Replies;
import dev.satu.server.reservation.ReservationBodies.OperatorRelease;
import dev.satu.server.reservation.ReservationBodies.ReservationShown;
import dev.satu.server.security.Intent;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.AssetId;
import dev.satu.value.Reason;
import dev.satu.value.ReservationId;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * An operator ends a hold, whichever account it belongs to. Stands under the asset, because the
 * reservation's own release is for those who hold; names the reservation, so that it never frees
 * the next owner's hold.
 */
@Path("/v1/assets/{asset_id}/release")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Reservations")
public final class OperatorReleaseResource {
  private final Satu satu;

  OperatorReleaseResource(Satu satu) {
    this.satu = satu;
  }

  @POST
  @Scoped(Scope.OPERATOR)
  @Operation(summary = "End a hold early, as an operator")
  @APIResponse(
      responseCode = "200",
      description = "Released, or ended before",
      content = @Content(schema = @Schema(implementation = ReservationShown.class)))
  public CompletionStage<Response> release(
      @Context RoutingContext routing,
      @PathParam("asset_id") String assetId,
      OperatorRelease body) {
    Intent intent = Intent.of(routing);
    OperatorReleaseCommand command =
        new OperatorReleaseCommand(
            intent.caller(),
            intent.key(),
            new AssetId(assetId),
            new ReservationId(body.reservationId()),
            new Reason(body.reason()));
    return satu.inFlight()
        .run(command, () -> satu.reservations().release(command))
        .thenApply(reply -> Replies.response(reply, ReservationAnswers::released));
  }
}
