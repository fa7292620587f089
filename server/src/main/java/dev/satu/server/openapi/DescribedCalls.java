package dev.satu.server.openapi;

import static org.eclipse.microprofile.openapi.OASFactory.createHeader;
import static org.eclipse.microprofile.openapi.OASFactory.createParameter;
import static org.eclipse.microprofile.openapi.OASFactory.createSchema;
import static org.eclipse.microprofile.openapi.OASFactory.createSecurityRequirement;
import static org.eclipse.microprofile.openapi.OASFactory.createSecurityScheme;

import dev.satu.server.http.EntityTag;
import dev.satu.server.http.IdempotencyHeader;
import dev.satu.server.http.Replies;
import dev.satu.server.security.Scope;
import dev.satu.server.security.Scoped;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.headers.Header;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jspecify.annotations.Nullable;

/**
 * Adds to each call of the description what follows from the house and not from the call: its
 * scope, its {@code Idempotency-Key}, what a replay shows, and the refusals.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class DescribedCalls implements OASFilter {
  private static final String BEARER = "bearer";
  private static final DotName SCOPED = DotName.createSimple(Scoped.class);

  private final IndexView index;

  public DescribedCalls(IndexView index) {
    this.index = index;
  }

  @Override
  public void filterOpenAPI(OpenAPI document) {
    Components components = components(document);
    components.addSecurityScheme(
        BEARER,
        createSecurityScheme()
            .type(SecurityScheme.Type.HTTP)
            .scheme("bearer")
            .description(
                "An API key, or a buyer's token (scopes claim and read). Each call names the scope that it must have."));
    components.addSchema(Refusals.PROBLEM, Refusals.problem());
    if (document.getPaths() != null) {
      document.getPaths().getPathItems().values().forEach(this::describe);
    }
  }

  private static Components components(OpenAPI document) {
    if (document.getComponents() == null) {
      document.setComponents(OASFactory.createComponents());
    }
    return document.getComponents();
  }

  private void describe(PathItem path) {
    path.getOperations()
        .forEach((method, call) -> {
          scope(call).ifPresent(scope -> demand(call, scope));
          if (method != PathItem.HttpMethod.GET) {
            call.addParameter(idempotencyKey());
            describeReplay(call);
          }
          if (method == PathItem.HttpMethod.PATCH) {
            call.addParameter(ifMatch());
          }
          Refusals.describe(method, call);
        });
  }

  private Optional<Scope> scope(Operation call) {
    String id = String.valueOf(call.getOperationId());
    int end = id.indexOf('_');
    if (end < 0) {
      return Optional.empty();
    }
    return index.getKnownClasses().stream()
        .filter(resource -> id.substring(0, end).equals(resource.simpleName()))
        .flatMap(resource -> scope(resource, id.substring(end + 1)).stream())
        .findFirst();
  }

  private static Optional<Scope> scope(ClassInfo resource, String name) {
    return resource.methods().stream()
        .filter(method -> method.name().equals(name))
        .flatMap(method -> Optional.ofNullable(scoped(resource, method)).stream())
        .map(scoped -> Scope.valueOf(scoped.value().asEnum()))
        .findFirst();
  }

  private static @Nullable AnnotationInstance scoped(ClassInfo resource, MethodInfo method) {
    @Nullable AnnotationInstance own = method.annotation(SCOPED);
    return own == null ? resource.declaredAnnotation(SCOPED) : own;
  }

  private static void demand(Operation call, Scope scope) {
    call.setSecurity(List.of(createSecurityRequirement().addScheme(BEARER, List.of(scope.text()))));
    call.setDescription("Scope: `" + scope.text() + "`.");
  }

  private static Parameter ifMatch() {
    return createParameter()
        .name(EntityTag.IF_MATCH)
        .in(Parameter.In.HEADER)
        .required(true)
        .description("The ETag that the thing had when it was read.")
        .schema(text());
  }

  private static Parameter idempotencyKey() {
    Schema schema = text().minLength(1).maxLength(128);
    return createParameter()
        .name(IdempotencyHeader.NAME)
        .in(Parameter.In.HEADER)
        .required(true)
        .schema(schema)
        .description(
            "1 to 128 printable ASCII characters of the caller's own: new for each intention, the"
                + " same for each retry of it.");
  }

  private static void describeReplay(Operation call) {
    Map<String, APIResponse> responses = call.getResponses().getAPIResponses();
    @Nullable APIResponse created = responses.get("201");
    if (created != null && !responses.containsKey("200")) {
      call.getResponses()
          .addAPIResponse(
              "200",
              OASFactory.createAPIResponse()
                  .description("A replay: the first answer, byte for byte")
                  .content(created.getContent()));
    }
    @Nullable APIResponse replay = call.getResponses().getAPIResponse("200");
    if (replay != null) {
      replay.addHeader(Replies.REPLAYED, header("`true` on a replay"));
      replay.addHeader(
          Replies.CURRENT_STATUS, header("On a replay whose reservation has moved on since"));
    }
  }

  private static Header header(String description) {
    return createHeader().description(description).schema(text());
  }

  private static Schema text() {
    return createSchema().addType(Schema.SchemaType.STRING);
  }
}
