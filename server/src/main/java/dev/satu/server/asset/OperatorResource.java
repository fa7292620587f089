package dev.satu.server.asset;

import dev.satu.Satu;
import dev.satu.asset.Asset;
import dev.satu.asset.AssetStatus;
import dev.satu.asset.Change;
import dev.satu.asset.ChangeCommand;
import dev.satu.asset.ChangeOutcome;
import dev.satu.asset.RelistCommand;
import dev.satu.asset.RelistOutcome;
import dev.satu.asset.WithdrawCommand;
import dev.satu.asset.WithdrawOutcome;
import dev.satu.payment.CancelSaleCommand;
import dev.satu.payment.CancelSaleOutcome;
import dev.satu.server.asset.AssetBodies.AssetChange;
import dev.satu.server.asset.AssetBodies.AssetChangeShown;
import dev.satu.server.asset.AssetBodies.AssetShown;
import dev.satu.server.asset.AssetBodies.OperatorAct;
import dev.satu.server.asset.AssetBodies.SaleCancelledShown;
import dev.satu.server.http.Answer;
import dev.satu.server.http.CanonicalJson;
import dev.satu.server.http.EntityTag;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Given;
import dev.satu.server.http.Problem;
import dev.satu.server.http.Replies;
import dev.satu.server.security.Intent;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import dev.satu.value.Reason;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * What an operator does to one asset. Each act but a change has a reason, which the story shows.
 */
@Path("/v1/assets")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Assets")
public final class OperatorResource {
  private final Satu satu;

  OperatorResource(Satu satu) {
    this.satu = satu;
  }

  @PATCH
  @Path("{asset_id}")
  @Scoped(Scope.OPERATOR)
  @Operation(summary = "Change details of an asset, if it is as it was seen (If-Match)")
  @APIResponse(
      responseCode = "200",
      description = "Changed, or as asked before; ETag is its version",
      content = @Content(schema = @Schema(implementation = AssetShown.class)))
  @APIResponse(responseCode = "412", description = "It has changed: VERSION_MISMATCH")
  @APIResponse(responseCode = "428", description = "If-Match is needed")
  public CompletionStage<Response> change(
      @Context RoutingContext routing,
      @PathParam("asset_id") String assetId,
      @RequestBody(content = @Content(schema = @Schema(implementation = AssetChangeShown.class)))
          AssetChange body) {
    Intent intent = Intent.of(routing);
    ChangeCommand command =
        new ChangeCommand(
            intent.caller(),
            intent.key(),
            new AssetId(assetId),
            EntityTag.expected(routing),
            details(body));
    return satu.inFlight()
        .run(command, () -> satu.assets().change(command))
        .thenApply(reply -> Replies.response(reply, OperatorResource::changed));
  }

  @POST
  @Path("{asset_id}/withdraw")
  @Scoped(Scope.OPERATOR)
  @Operation(summary = "Take an available asset off sale")
  @APIResponse(
      responseCode = "200",
      description = "Withdrawn",
      content = @Content(schema = @Schema(implementation = AssetShown.class)))
  @APIResponse(responseCode = "409", description = "Held or not on sale: ASSET_UNAVAILABLE")
  public CompletionStage<Response> withdraw(
      @Context RoutingContext routing, @PathParam("asset_id") String assetId, OperatorAct body) {
    Intent intent = Intent.of(routing);
    WithdrawCommand command =
        new WithdrawCommand(
            intent.caller(), intent.key(), new AssetId(assetId), new Reason(body.reason()));
    return satu.inFlight()
        .run(command, () -> satu.assets().withdraw(command))
        .thenApply(reply -> Replies.response(reply, OperatorResource::withdrawn));
  }

  @POST
  @Path("{asset_id}/relist")
  @Scoped(Scope.OPERATOR)
  @Operation(summary = "Put a withdrawn asset back on sale")
  @APIResponse(
      responseCode = "200",
      description = "Available",
      content = @Content(schema = @Schema(implementation = AssetShown.class)))
  @APIResponse(responseCode = "409", description = "It is not withdrawn: ASSET_NOT_WITHDRAWN")
  public CompletionStage<Response> relist(
      @Context RoutingContext routing, @PathParam("asset_id") String assetId, OperatorAct body) {
    Intent intent = Intent.of(routing);
    RelistCommand command =
        new RelistCommand(
            intent.caller(), intent.key(), new AssetId(assetId), new Reason(body.reason()));
    return satu.inFlight()
        .run(command, () -> satu.assets().relist(command))
        .thenApply(reply -> Replies.response(reply, OperatorResource::relisted));
  }

  @POST
  @Path("{asset_id}/cancel-sale")
  @Scoped(Scope.OPERATOR)
  @Operation(summary = "Take a sold asset back; its payment has to find its way back")
  @APIResponse(
      responseCode = "200",
      description = "Withdrawn; the payment is UNMATCHED, with a check at its gateway due",
      content = @Content(schema = @Schema(implementation = SaleCancelledShown.class)))
  @APIResponse(responseCode = "409", description = "It is not sold: ASSET_NOT_SOLD")
  public CompletionStage<Response> cancelSale(
      @Context RoutingContext routing, @PathParam("asset_id") String assetId, OperatorAct body) {
    Intent intent = Intent.of(routing);
    CancelSaleCommand command =
        new CancelSaleCommand(
            intent.caller(), intent.key(), new AssetId(assetId), new Reason(body.reason()));
    return satu.inFlight()
        .run(command, () -> satu.sales().cancel(command))
        .thenApply(reply -> Replies.response(reply, OperatorResource::cancelled));
  }

  private static Answer changed(ChangeOutcome outcome) {
    return switch (outcome) {
      case ChangeOutcome.Changed(Asset asset) -> versioned(asset);
      case ChangeOutcome.VersionMoved(long current) -> Answer.refusal(EntityTag.mismatch(current));
      case ChangeOutcome.NotFound() -> Answer.refusal(AssetResource.notFound());
    };
  }

  private static Answer withdrawn(WithdrawOutcome outcome) {
    return switch (outcome) {
      case WithdrawOutcome.Withdrawn(Asset asset) -> versioned(asset);
      case WithdrawOutcome.NotAvailable(AssetStatus status, Optional<Duration> heldFor) -> {
        Problem problem =
            Problem.of(
                    ErrorCode.ASSET_UNAVAILABLE,
                    "Only an available asset can be withdrawn. Nothing was changed.")
                .with("reason", status.name());
        yield Answer.refusal(heldFor.map(problem::waiting).orElse(problem));
      }
      case WithdrawOutcome.NotFound() -> Answer.refusal(AssetResource.notFound());
    };
  }

  private static Answer relisted(RelistOutcome outcome) {
    return switch (outcome) {
      case RelistOutcome.Relisted(Asset asset) -> versioned(asset);
      case RelistOutcome.NotWithdrawn(AssetStatus status) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.ASSET_NOT_WITHDRAWN,
                      "Only a withdrawn asset can be relisted. Nothing was changed.")
                  .with("asset_status", status.name()));
      case RelistOutcome.NotFound() -> Answer.refusal(AssetResource.notFound());
    };
  }

  private static Answer cancelled(CancelSaleOutcome outcome) {
    return switch (outcome) {
      case CancelSaleOutcome.Cancelled(Asset asset, var payment, String json) ->
          new Answer.Versioned(json, asset.version());
      case CancelSaleOutcome.NotSold(AssetStatus status) ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.ASSET_NOT_SOLD,
                      "Only the sale of a sold asset can be cancelled. Nothing was changed.")
                  .with("asset_status", status.name()));
      case CancelSaleOutcome.NotFound() -> Answer.refusal(AssetResource.notFound());
    };
  }

  private static Answer versioned(Asset asset) {
    return new Answer.Versioned(asset.json(), asset.version());
  }

  private static ChangeCommand.Details details(AssetChange body) {
    return new ChangeCommand.Details(
        required("name", body.name()),
        change(body.category(), text -> text),
        change(body.price(), AssetResource::money),
        change(body.holdFor(), length -> length),
        required("attributes", body.attributes()).map(attributes -> CanonicalJson.of(attributes)));
  }

  private static <T> Optional<T> required(String field, @Nullable Given<T> given) {
    if (given == null) {
      return Optional.empty();
    }
    T value = given.value();
    if (value == null) {
      throw new InvalidValue(field, "must not be null");
    }
    return Optional.of(value);
  }

  private static <T, D> Change<D> change(@Nullable Given<T> given, Function<T, D> detail) {
    if (given == null) {
      return new Change.Keep<>();
    }
    T value = given.value();
    return value == null ? new Change.Clear<>() : new Change.Set<>(detail.apply(value));
  }
}
