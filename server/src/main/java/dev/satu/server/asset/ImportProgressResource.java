package dev.satu.server.asset;

import dev.satu.Satu;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.imports.ImportPage;
import dev.satu.imports.ImportSeen;
import dev.satu.imports.Imports;
import dev.satu.server.asset.AssetBodies.ImportPageShown;
import dev.satu.server.asset.AssetBodies.ImportShown;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.PageParameters;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemException;
import dev.satu.server.security.Credential;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.ImportId;
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
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** How far imports are: those of the caller's account, on whatever server they run. */
@Path("/v1/imports")
@Produces(MediaType.APPLICATION_JSON)
@Scoped(Scope.OPERATOR)
@Tag(name = "Assets")
public final class ImportProgressResource {
  private final Satu satu;

  ImportProgressResource(Satu satu) {
    this.satu = satu;
  }

  @GET
  @RunOnVirtualThread
  @Operation(summary = "Imports of the last 30 days, the newest first")
  @APIResponse(
      responseCode = "200",
      description = "One page; next_cursor is null on the last",
      content = @Content(schema = @Schema(implementation = ImportPageShown.class)))
  public Response list(
      @Context RoutingContext routing,
      @QueryParam("idempotency_key")
          @Parameter(description = "Only those of requests with this Idempotency-Key")
          @Nullable String key,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    ImportPage page =
        satu.imports()
            .list(
                Credential.of(routing).caller().account(),
                Optional.ofNullable(key).map(ImportProgressResource::key),
                PageParameters.after(cursor, ImportId::new),
                PageParameters.size(limit, Imports.LARGEST_PAGE));
    return AssetResource.json(
        PageParameters.page(page.items().stream().map(ImportSeen::json), page.next()));
  }

  @GET
  @Path("{import_id}")
  @RunOnVirtualThread
  @Operation(summary = "How far one import is")
  @APIResponse(
      responseCode = "200",
      description = "As it is now; written once a second while it runs",
      content = @Content(schema = @Schema(implementation = ImportShown.class)))
  public Response find(@Context RoutingContext routing, @PathParam("import_id") String importId) {
    return ImportId.parse(importId)
        .flatMap(id -> satu.imports().find(Credential.of(routing).caller().account(), id))
        .map(seen -> AssetResource.json(seen.json()))
        .orElseThrow(() ->
            new ProblemException(
                Problem.of(
                    ErrorCode.IMPORT_NOT_FOUND,
                    "This account has no import of this id, or none of the last 30 days.")));
  }

  private static IdempotencyKey key(String text) {
    try {
      return new IdempotencyKey(text);
    } catch (InvalidValue invalid) {
      throw new InvalidValue("idempotency_key", invalid.rule());
    }
  }
}
