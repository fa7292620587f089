package dev.satu.server.asset;

import dev.satu.Satu;
import dev.satu.asset.StoryPage;
import dev.satu.server.asset.AssetBodies.StoryPageShown;
import dev.satu.server.http.ProblemException;
import dev.satu.server.security.Credential;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The story of an asset. */
@Path("/v1/assets/{asset_id}/history")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Assets")
public final class StoryResource {
  private final Satu satu;

  StoryResource(Satu satu) {
    this.satu = satu;
  }

  @GET
  @Scoped(Scope.READ)
  @RunOnVirtualThread
  @Operation(
      summary = "What happened to an asset, from its listing on or as far back as it is kept")
  @APIResponse(
      responseCode = "200",
      description =
          "One page; only the operator is told who and why, others what happened and when",
      content = @Content(schema = @Schema(implementation = StoryPageShown.class)))
  public Response story(
      @Context RoutingContext routing,
      @PathParam("asset_id") String assetId,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    StoryPage page =
        satu.assets()
            .story(
                Credential.of(routing).has(Scope.OPERATOR),
                new AssetId(assetId),
                after(cursor),
                AssetResource.pageSize(limit))
            .orElseThrow(() -> new ProblemException(AssetResource.notFound()));
    String items = page.steps().stream().map(StoryPage.Step::json).collect(Collectors.joining(","));
    String next = page.next().map(version -> "\"" + version + "\"").orElse("null");
    return AssetResource.json(
        "{\"items\":["
            + items
            + "],\"next_cursor\":"
            + next
            + ",\"complete\":"
            + page.complete()
            + "}");
  }

  private static long after(@Nullable String cursor) {
    if (cursor == null) {
      return 0;
    }
    if (!cursor.matches("[0-9]{1,18}")) {
      throw new InvalidValue("cursor", "must be the next_cursor of an earlier page");
    }
    return Long.parseLong(cursor);
  }
}
