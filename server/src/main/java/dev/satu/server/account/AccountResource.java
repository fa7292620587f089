package dev.satu.server.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.Satu;
import dev.satu.account.Account;
import dev.satu.account.AccountPage;
import dev.satu.account.AccountRules;
import dev.satu.account.Accounts;
import dev.satu.account.ChangeAccountCommand;
import dev.satu.account.ChangeAccountCommand.Change;
import dev.satu.account.ChangeAccountOutcome;
import dev.satu.account.CreateAccountCommand;
import dev.satu.account.CreateAccountOutcome;
import dev.satu.reservation.OwnHold;
import dev.satu.server.account.AccountBodies.AccountChange;
import dev.satu.server.account.AccountBodies.AccountChangeShown;
import dev.satu.server.account.AccountBodies.AccountListShown;
import dev.satu.server.account.AccountBodies.AccountShown;
import dev.satu.server.account.AccountBodies.NewAccount;
import dev.satu.server.http.Answer;
import dev.satu.server.http.EntityTag;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.Given;
import dev.satu.server.http.PageParameters;
import dev.satu.server.http.Problem;
import dev.satu.server.http.ProblemException;
import dev.satu.server.http.Replies;
import dev.satu.server.security.Intent;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import dev.satu.value.AccountId;
import dev.satu.value.InvalidValue;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The applications that may call. */
@Path("/v1/accounts")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Scoped(Scope.OPERATOR)
@Tag(name = "Accounts and keys")
public final class AccountResource {
  private final Satu satu;

  AccountResource(Satu satu) {
    this.satu = satu;
  }

  @POST
  @Operation(summary = "Make a new account; it gets its keys by POST /v1/keys")
  @APIResponse(
      responseCode = "201",
      description = "It is there",
      content = @Content(schema = @Schema(implementation = AccountShown.class)))
  public CompletionStage<Response> create(@Context RoutingContext routing, NewAccount body) {
    OwnHold ownHold = body.ownHold();
    Intent intent = Intent.of(routing);
    CreateAccountCommand command =
        new CreateAccountCommand(
            intent.caller(),
            intent.key(),
            new AccountId(body.accountId()),
            body.name(),
            new AccountRules(
                ownHold == null ? OwnHold.RETURN : ownHold,
                Optional.ofNullable(body.liveHolds()),
                Optional.ofNullable(body.pauseAfterExpiry())));
    return satu.inFlight()
        .run(command, () -> satu.accounts().create(command))
        .thenApply(reply -> Replies.response(reply, AccountResource::created));
  }

  @GET
  @RunOnVirtualThread
  @Operation(summary = "All accounts, in order of id")
  @APIResponse(
      responseCode = "200",
      description = "One page; next_cursor is null on the last",
      content = @Content(schema = @Schema(implementation = AccountListShown.class)))
  public Response list(
      @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
    AccountPage page =
        satu.accounts()
            .list(
                PageParameters.after(cursor, AccountId::new),
                PageParameters.size(limit, Accounts.LARGEST_PAGE));
    String json = PageParameters.page(page.items().stream().map(Account::json), page.next());
    return Response.ok(json.getBytes(UTF_8), MediaType.APPLICATION_JSON_TYPE).build();
  }

  @GET
  @Path("{account_id}")
  @RunOnVirtualThread
  @Operation(summary = "One account; ETag is its version")
  @APIResponse(
      responseCode = "200",
      description = "The account",
      content = @Content(schema = @Schema(implementation = AccountShown.class)))
  public Response find(@PathParam("account_id") String accountId) {
    return satu.accounts()
        .find(new AccountId(accountId))
        .map(account -> EntityTag.answer(account.json(), account.version()))
        .orElseThrow(() -> new ProblemException(notFound()));
  }

  @PATCH
  @Path("{account_id}")
  @Operation(summary = "Change what an account chose, if it is as it was seen (If-Match)")
  @APIResponse(
      responseCode = "200",
      description = "Changed; ETag is its version",
      content = @Content(schema = @Schema(implementation = AccountShown.class)))
  @APIResponse(responseCode = "412", description = "It has changed: VERSION_MISMATCH")
  @APIResponse(responseCode = "428", description = "If-Match is needed: PRECONDITION_REQUIRED")
  public CompletionStage<Response> change(
      @Context RoutingContext routing,
      @PathParam("account_id") String accountId,
      @RequestBody(content = @Content(schema = @Schema(implementation = AccountChangeShown.class)))
          AccountChange body) {
    Intent intent = Intent.of(routing);
    ChangeAccountCommand command =
        new ChangeAccountCommand(
            intent.caller(),
            intent.key(),
            new AccountId(accountId),
            EntityTag.expected(routing),
            new Change(
                needed("name", body.name()),
                needed("own_hold", body.ownHold()),
                limit(body.liveHolds()),
                limit(body.pauseAfterExpiry())));
    return satu.inFlight()
        .run(command, () -> satu.accounts().change(command))
        .thenApply(reply -> Replies.response(reply, AccountResource::changed));
  }

  /** There is no account of this id. */
  static Problem notFound() {
    return Problem.of(ErrorCode.ACCOUNT_NOT_FOUND, "There is no account of this id.");
  }

  private static <T> @Nullable T needed(String field, @Nullable Given<T> given) {
    if (given == null) {
      return null;
    }
    T value = given.value();
    if (value == null) {
      throw new InvalidValue(field, "must not be null");
    }
    return value;
  }

  @SuppressWarnings("NullableOptional") // Three things can be said of a limit: keep, drop, set.
  private static <T> @Nullable Optional<T> limit(@Nullable Given<T> given) {
    return given == null ? null : Optional.ofNullable(given.value());
  }

  private static Answer created(CreateAccountOutcome outcome) {
    return switch (outcome) {
      case CreateAccountOutcome.Created(Account account) -> Answer.facts(201, account.json());
      case CreateAccountOutcome.AlreadyExists() ->
          Answer.refusal(
              Problem.of(
                      ErrorCode.ACCOUNT_EXISTS,
                      "An account of this id is there already. Nothing was changed.")
                  .withField("account_id"));
    };
  }

  private static Answer changed(ChangeAccountOutcome outcome) {
    return switch (outcome) {
      case ChangeAccountOutcome.Changed(Account account) ->
          new Answer.Versioned(account.json(), account.version());
      case ChangeAccountOutcome.OtherVersion(Account account) ->
          Answer.refusal(EntityTag.mismatch(account.version()));
      case ChangeAccountOutcome.NotFound() -> Answer.refusal(notFound());
    };
  }
}
