package dev.satu.server.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.Satu;
import dev.satu.account.Accounts;
import dev.satu.account.CreateKeyCommand;
import dev.satu.account.KeyHash;
import dev.satu.account.KeyPage;
import dev.satu.account.RevokeKeyCommand;
import dev.satu.account.RotateKeyCommand;
import dev.satu.server.account.AccountBodies.KeyListShown;
import dev.satu.server.account.AccountBodies.KeyShown;
import dev.satu.server.account.AccountBodies.NewKey;
import dev.satu.server.account.AccountBodies.NewKeyShown;
import dev.satu.server.account.AccountBodies.Revocation;
import dev.satu.server.account.AccountBodies.Rotation;
import dev.satu.server.http.PageParameters;
import dev.satu.server.http.ProblemException;
import dev.satu.server.http.Replies;
import dev.satu.server.security.ApiKey;
import dev.satu.server.security.Intent;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.AccountId;
import dev.satu.value.InvalidValue;
import dev.satu.value.KeyId;
import io.smallrye.common.annotation.RunOnVirtualThread;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The API keys of all accounts. A key itself stands in the first answer, and nowhere else. */
@Path("/v1/keys")
@Produces(MediaType.APPLICATION_JSON)
@Scoped(Scope.OPERATOR)
@Tag(name = "Accounts and keys")
public final class KeyResource {
  private final Satu satu;

  KeyResource(Satu satu) {
    this.satu = satu;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Make an API key of an account; the key itself is shown this once")
  @APIResponse(
      responseCode = "201",
      description = "In force",
      content = @Content(schema = @Schema(implementation = NewKeyShown.class)))
  public CompletionStage<Response> create(@Context RoutingContext routing, NewKey body) {
    String made = ApiKey.generate();
    Intent intent = Intent.of(routing);
    CreateKeyCommand command =
        new CreateKeyCommand(
            intent.caller(),
            intent.key(),
            new AccountId(body.accountId()),
            body.name(),
            known(body.scopes()),
            Optional.ofNullable(body.lifetime()),
            new KeyHash(ApiKey.sha256(made)));
    return satu.inFlight()
        .run(command, () -> satu.apiKeys().create(command))
        .thenApply(reply ->
            KeyAnswers.unkept(
                Replies.response(reply, outcome -> KeyAnswers.created(outcome, reply, made))));
  }

  @POST
  @Path("{key_id}/rotate")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Make a successor of a key; both are in force until the overlap ends")
  @APIResponse(
      responseCode = "201",
      description = "The successor",
      content = @Content(schema = @Schema(implementation = NewKeyShown.class)))
  public CompletionStage<Response> rotate(
      @Context RoutingContext routing, @PathParam("key_id") String keyId, Rotation body) {
    String made = ApiKey.generate();
    Duration overlap = body.overlap();
    Intent intent = Intent.of(routing);
    RotateKeyCommand command =
        new RotateKeyCommand(
            intent.caller(),
            intent.key(),
            id(keyId),
            overlap == null ? RotateKeyCommand.USUAL_OVERLAP : overlap,
            new KeyHash(ApiKey.sha256(made)));
    return satu.inFlight()
        .run(command, () -> satu.apiKeys().rotate(command))
        .thenApply(reply ->
            KeyAnswers.unkept(
                Replies.response(reply, outcome -> KeyAnswers.rotated(outcome, reply, made))));
  }

  @POST
  @Path("{key_id}/revoke")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "End a key for good; refused on every node within 5 s")
  @APIResponse(
      responseCode = "200",
      description = "Revoked, now or before",
      content = @Content(schema = @Schema(implementation = KeyShown.class)))
  public CompletionStage<Response> revoke(
      @Context RoutingContext routing, @PathParam("key_id") String keyId, Revocation body) {
    Intent intent = Intent.of(routing);
    RevokeKeyCommand command =
        new RevokeKeyCommand(intent.caller(), intent.key(), id(keyId), body.reason());
    return satu.inFlight()
        .run(command, () -> satu.apiKeys().revoke(command))
        .thenApply(reply -> Replies.response(reply, KeyAnswers::revoked));
  }

  @GET
  @RunOnVirtualThread
  @Operation(summary = "The keys of one account, or of all, in order of id")
  @APIResponse(
      responseCode = "200",
      description = "One page; next_cursor is null on the last",
      content = @Content(schema = @Schema(implementation = KeyListShown.class)))
  public Response list(
      @QueryParam("account_id") @Nullable String accountId,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    KeyPage page =
        satu.apiKeys()
            .list(
                Optional.ofNullable(accountId).map(AccountId::new),
                PageParameters.after(cursor, KeyId::new),
                PageParameters.size(limit, Accounts.LARGEST_PAGE));
    return json(
        PageParameters.page(page.items().stream().map(dev.satu.account.ApiKey::json), page.next()));
  }

  @GET
  @Path("{key_id}")
  @RunOnVirtualThread
  @Operation(summary = "One key, without the key itself")
  @APIResponse(
      responseCode = "200",
      description = "As it is now",
      content = @Content(schema = @Schema(implementation = KeyShown.class)))
  public Response find(@PathParam("key_id") String keyId) {
    return satu.apiKeys()
        .find(id(keyId))
        .map(key -> json(key.json()))
        .orElseThrow(() -> new ProblemException(KeyAnswers.notFound()));
  }

  private static List<String> known(List<String> scopes) {
    for (String scope : scopes) {
      if (Scope.of(scope).isEmpty()) {
        throw new InvalidValue("scopes", "must be of claim, settle, read, operator");
      }
    }
    return scopes;
  }

  /** An id that cannot be one names nothing. */
  private static KeyId id(String text) {
    return KeyId.parse(text).orElseThrow(() -> new ProblemException(KeyAnswers.notFound()));
  }

  private static Response json(String json) {
    return Response.ok(json.getBytes(UTF_8), MediaType.APPLICATION_JSON_TYPE).build();
  }
}
