package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;

/**
 * Adds to the description what no resource method can say of itself: the key that each call needs,
 * the header that each mutation needs, the problem that each refusal is, and bodies to try.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class DescribedCalls implements OASFilter {
  private static final String BEARER = "bearer";
  private static final String JSON = "application/json";

  /** A body to try for each call that reads one; a test sends them all. */
  static final Map<String, String> BODIES =
      new TreeMap<>(
          Map.of(
              "/v1/assets",
              """
              {"asset_id": "EQ-90001", "name": "Station clock, double-sided", "category": "clocks",
               "price": {"amount": 18500000, "currency": "CHF"}, "hold_for": "PT15M",
               "attributes": {"diameter_mm": 800}}
              """,
              "/v1/assets/{asset_id}/reservations",
              """
              {"buyer_id": "usr_01HZX48K7N2A", "hold_for": "PT5M"}
              """,
              "/v1/reservations/{reservation_id}/extend",
              """
              {"extend_by": "PT5M"}
              """,
              "/v1/reservations/{reservation_id}/commit",
              """
              {"payment_ref": "pi_123", "gateway": "external", "amount": 18500000, "currency": "CHF"}
              """));

  @Override
  public void filterOpenAPI(OpenAPI description) {
    if (description.getComponents() == null) {
      description.setComponents(OASFactory.createComponents());
    }
    description
        .getComponents()
        .addSecurityScheme(
            BEARER,
            OASFactory.createSecurityScheme()
                .type(SecurityScheme.Type.HTTP)
                .scheme(BEARER)
                .description("An API key: satu_…"));
    description.addSecurityRequirement(
        OASFactory.createSecurityRequirement().addScheme(BEARER, List.of()));
    description.getPaths().getPathItems().forEach(DescribedCalls::describe);
  }

  private static void describe(String path, PathItem item) {
    for (Map.Entry<PathItem.HttpMethod, Operation> call : item.getOperations().entrySet()) {
      Operation operation = call.getValue();
      if (call.getKey() == PathItem.HttpMethod.POST) {
        operation.addParameter(idempotencyKey());
        addBody(path, operation);
      }
      if (!operation.getResponses().hasAPIResponse("default")) {
        operation
            .getResponses()
            .addAPIResponse(
                "default",
                OASFactory.createAPIResponse()
                    .description("A refusal, told by its error_code")
                    .content(
                        OASFactory.createContent().addMediaType(Problem.MEDIA_TYPE, problem())));
      }
    }
  }

  private static Parameter idempotencyKey() {
    return OASFactory.createParameter()
        .name(IdempotencyHeader.NAME)
        .in(Parameter.In.HEADER)
        .required(true)
        .description("New for each intention, the same for each retry of it")
        .schema(
            OASFactory.createSchema()
                .addType(org.eclipse.microprofile.openapi.models.media.Schema.SchemaType.STRING)
                .minLength(1)
                .maxLength(128))
        .example("try-1");
  }

  private static void addBody(String path, Operation operation) {
    String body = BODIES.get(path);
    if (body == null || operation.getRequestBody() == null) {
      return;
    }
    MediaType json = operation.getRequestBody().getContent().getMediaType(JSON);
    if (json != null) {
      json.setExample(tree(body));
    }
  }

  private static MediaType problem() {
    Problem taken =
        Problem.of(
                ErrorCode.ASSET_UNAVAILABLE,
                "Asset is currently reserved by another buyer or already sold.")
            .with("reason", "HELD")
            .with("retry_after", "PT7M12S");
    return OASFactory.createMediaType().example(taken.members());
  }

  private static Object tree(String json) {
    try {
      return StrictJson.MAPPER.readValue(json, Map.class);
    } catch (JsonProcessingException notJson) {
      throw new IllegalStateException("an example is no JSON: " + json, notJson);
    }
  }
}
