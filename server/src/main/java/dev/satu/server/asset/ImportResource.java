package dev.satu.server.asset;

import dev.satu.Satu;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.imports.BadRow;
import dev.satu.imports.ImportCommand;
import dev.satu.imports.ImportMode;
import dev.satu.imports.ImportOutcome;
import dev.satu.imports.ImportProgress;
import dev.satu.imports.LotFile;
import dev.satu.server.asset.lotfile.LotFormat;
import dev.satu.server.asset.lotfile.SpooledFile;
import dev.satu.server.http.Answer;
import dev.satu.server.http.BodyLimits;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.IdempotencyHeader;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemException;
import dev.satu.server.http.Problems;
import dev.satu.server.http.Replies;
import dev.satu.server.security.Credential;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.Caller;
import dev.satu.value.ImportId;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * The import of files of lots. Its path is also that of an asset whose id is {@code import}, so the
 * class stands at the path of the catalogue and only the method has a name of its own: a class that
 * had {@link BodyLimits#IMPORT_PATH} would take every method for itself, and refuse all but {@code
 * POST}.
 */
@Path("/v1/assets")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Assets")
public final class ImportResource {
  /** Names the import in its answer. */
  static final String ID = "Satu-Import-Id";

  private final Satu satu;
  private final BodyLimits limits;

  ImportResource(Satu satu, BodyLimits limits) {
    this.satu = satu;
    this.limits = limits;
  }

  @POST
  @Path("import")
  @Scoped(Scope.OPERATOR)
  @RunOnVirtualThread
  @Consumes({"text/csv", "application/x-ndjson"})
  @Operation(
      summary = "Import a file of lots, all of it or nothing",
      description =
          "CSV (RFC 4180) with a header, or lines of JSON; UTF-8. A lot that is listed already with"
              + " the same details is skipped. One with others is reported, or with mode=update"
              + " gets the details of the file; its status never changes.")
  @APIResponse(
      responseCode = "200",
      description = "Every row is in the catalogue",
      headers = @Header(name = ID, description = "For GET /v1/imports/{import_id}"),
      content = @Content(schema = @Schema(implementation = AssetBodies.Imported.class)))
  @APIResponse(
      responseCode = "422",
      description = "Some rows are bad, each of them is told; nothing was changed",
      headers = @Header(name = ID, description = "For GET /v1/imports/{import_id}"),
      content = @Content(schema = @Schema(implementation = AssetBodies.ImportRefused.class)))
  public Response importLots(
      @Context RoutingContext routing,
      @HeaderParam("Content-Type") MediaType type,
      @QueryParam("mode") @Nullable String mode,
      InputStream body)
      throws IOException {
    IdempotencyKey key = new IdempotencyKey(IdempotencyHeader.of(routing));
    ImportMode wanted = mode(mode);
    LotFormat format = LotFormat.of(type);
    String charset = type.getParameters().get(MediaType.CHARSET_PARAMETER);
    if (charset != null && !charset.equalsIgnoreCase("utf-8")) {
      throw new ProblemException(
          refused(
              List.of(BadRow.of(1, "the file is said to be in " + charset + ": save it as UTF-8")),
              true));
    }
    Caller caller = Credential.of(routing).caller();
    try (ImportProgress progress = satu.imports().begin(caller, key, announced(routing));
        SpooledFile file = SpooledFile.of(body, limits.ofImports(), progress::received)) {
      progress.receivedAll();
      ImportCommand command = new ImportCommand(caller, key, format + " " + file.sha256(), wanted);
      LotFile rows = format.read(file.path());
      return satu.inFlight()
          .run(command, () -> satu.imports().run(command, rows, progress))
          .thenApply(ImportResource::response)
          .join();
    }
  }

  private static Optional<Long> announced(RoutingContext routing) {
    return Optional.ofNullable(routing.request().getHeader("Content-Length")).map(Long::valueOf);
  }

  /** The answer, and by which name to ask about the import. */
  private static Response response(Reply<ImportOutcome> reply) {
    Response response = Replies.response(reply, ImportResource::answer);
    return switch (reply) {
      case Reply.First<ImportOutcome>(ImportOutcome outcome) -> named(response, outcome.id());
      case Reply.Replay<ImportOutcome>(ImportOutcome outcome, var statusNow) ->
          named(response, outcome.id());
      default -> response;
    };
  }

  private static Response named(Response response, ImportId id) {
    return Response.fromResponse(response).header(ID, id.text()).build();
  }

  private static ImportMode mode(@Nullable String mode) {
    return switch (mode) {
      case null -> ImportMode.REPORT;
      case "update" -> ImportMode.UPDATE;
      default ->
          throw new ProblemException(Problems.invalidField("mode", "must be update, or left out"));
    };
  }

  private static Answer answer(ImportOutcome outcome) {
    return switch (outcome) {
      case ImportOutcome.Imported(ImportId id, String json) -> Answer.facts(200, json);
      case ImportOutcome.Refused(ImportId id, List<BadRow> bad, boolean complete) ->
          Answer.refusal(refused(bad, complete));
    };
  }

  private static Problem refused(List<BadRow> bad, boolean complete) {
    return Problem.of(
            ErrorCode.IMPORT_REFUSED,
            "The file has bad rows, told under bad_rows. Nothing was changed.")
        .with("bad_rows", bad.stream().map(ImportResource::members).toList())
        .with("complete", complete);
  }

  private static Map<String, Object> members(BadRow row) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("line", row.line());
    row.column().ifPresent(column -> members.put("column", column));
    members.put("why", row.why());
    return members;
  }
}
