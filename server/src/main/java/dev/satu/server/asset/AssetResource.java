package dev.satu.server.asset;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.Satu;
import dev.satu.asset.Asset;
import dev.satu.asset.AssetFilter;
import dev.satu.asset.AssetPage;
import dev.satu.asset.AssetSort;
import dev.satu.asset.AssetStatus;
import dev.satu.asset.Assets;
import dev.satu.asset.CreateCommand;
import dev.satu.asset.CreateOutcome;
import dev.satu.server.asset.AssetBodies.AssetPageShown;
import dev.satu.server.asset.AssetBodies.AssetShown;
import dev.satu.server.asset.AssetBodies.NewAsset;
import dev.satu.server.asset.AssetBodies.Price;
import dev.satu.server.http.Answer;
import dev.satu.server.http.CanonicalJson;
import dev.satu.server.http.EntityTag;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemException;
import dev.satu.server.http.Problems;
import dev.satu.server.http.Replies;
import dev.satu.server.security.Intent;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The catalogue. */
@Path("/v1/assets")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Assets")
public final class AssetResource {
  private static final int USUAL_PAGE = 50;

  private final Satu satu;

  AssetResource(Satu satu) {
    this.satu = satu;
  }

  @POST
  @Scoped(Scope.OPERATOR)
  @Operation(summary = "List a new asset")
  @APIResponse(
      responseCode = "201",
      description = "Listed, and available",
      content = @Content(schema = @Schema(implementation = AssetShown.class)))
  public CompletionStage<Response> create(@Context RoutingContext routing, NewAsset body) {
    Intent intent = Intent.of(routing);
    CreateCommand command =
        new CreateCommand(
            intent.caller(),
            intent.key(),
            new AssetId(body.assetId()),
            body.name(),
            Optional.ofNullable(body.category()),
            Optional.ofNullable(body.price()).map(AssetResource::money),
            Optional.ofNullable(body.holdFor()),
            body.attributes() == null ? "{}" : CanonicalJson.of(body.attributes()));
    return satu.inFlight()
        .run(command, () -> satu.assets().create(command))
        .thenApply(reply -> Replies.response(reply, AssetResource::answer));
  }

  @GET
  @Scoped(Scope.READ)
  @RunOnVirtualThread
  @Operation(summary = "The catalogue: filtered, sorted, page by page")
  @APIResponse(
      responseCode = "200",
      description = "One page; next_cursor is null on the last, and only there",
      content = @Content(schema = @Schema(implementation = AssetPageShown.class)))
  public Response list(@BeanParam ListParameters asked) {
    AssetPage page =
        satu.assets()
            .list(
                filter(asked),
                sort(asked.sort),
                Optional.ofNullable(asked.cursor),
                pageSize(asked.limit));
    String items = page.items().stream().map(Asset::json).collect(Collectors.joining(","));
    String next = page.next().map(cursor -> '"' + cursor + '"').orElse("null");
    return json("{\"items\":[" + items + "],\"next_cursor\":" + next + "}");
  }

  @GET
  @Path("{asset_id}")
  @Scoped(Scope.READ)
  @RunOnVirtualThread
  @Operation(summary = "One asset, as it is now")
  @APIResponse(
      responseCode = "200",
      description = "The asset; never names a buyer. ETag is its version, for If-Match",
      content = @Content(schema = @Schema(implementation = AssetShown.class)))
  public Response find(@PathParam("asset_id") String assetId) {
    return satu.assets()
        .find(new AssetId(assetId))
        .map(asset -> EntityTag.answer(asset.json(), asset.version()))
        .orElseThrow(() -> new ProblemException(notFound()));
  }

  /** There is no asset of this id. */
  public static Problem notFound() {
    return Problem.of(ErrorCode.ASSET_NOT_FOUND, "There is no asset of this id.");
  }

  private static Answer answer(CreateOutcome outcome) {
    return switch (outcome) {
      case CreateOutcome.Created(Asset asset) -> Answer.facts(201, asset.json());
      case CreateOutcome.AlreadyExists() ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.ASSET_EXISTS,
                      "An asset of this id is listed already. Nothing was changed.")
                  .withField("asset_id"));
    };
  }

  static Money money(Price price) {
    try {
      return new Money(price.amount(), price.currency());
    } catch (InvalidValue invalid) {
      throw new InvalidValue("price." + invalid.field(), invalid.rule());
    }
  }

  private static AssetFilter filter(ListParameters asked) {
    return new AssetFilter(
        Optional.ofNullable(asked.status).map(AssetResource::status),
        Optional.ofNullable(asked.category),
        Optional.ofNullable(asked.text),
        Optional.ofNullable(asked.currency),
        amount("price_min", asked.priceMin),
        amount("price_max", asked.priceMax));
  }

  private static AssetStatus status(String name) {
    return Arrays.stream(AssetStatus.values())
        .filter(status -> status.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new InvalidValue("status", "must be AVAILABLE, HELD, SOLD or WITHDRAWN"));
  }

  private static AssetSort sort(@Nullable String name) {
    return name == null
        ? AssetSort.BY_ID
        : AssetSort.named(name)
            .orElseThrow(() ->
                new InvalidValue(
                    "sort",
                    "must be id, name, created_at or price, with - before it for backwards"));
  }

  private static Optional<Long> amount(String field, @Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    if (!text.matches("[0-9]{1,18}")) {
      throw new InvalidValue(field, "must be an amount in minor units");
    }
    return Optional.of(Long.valueOf(text));
  }

  static int pageSize(@Nullable String limit) {
    if (limit == null) {
      return USUAL_PAGE;
    }
    if (!limit.matches("[0-9]{1,4}")
        || Integer.parseInt(limit) < 1
        || Integer.parseInt(limit) > Assets.LARGEST_PAGE) {
      throw new ProblemException(
          Problems.invalidField("limit", "must be a number from 1 to " + Assets.LARGEST_PAGE));
    }
    return Integer.parseInt(limit);
  }

  static Response json(String json) {
    return Response.ok(json.getBytes(UTF_8), MediaType.APPLICATION_JSON_TYPE).build();
  }
}
