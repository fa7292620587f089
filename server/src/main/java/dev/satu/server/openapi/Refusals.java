package dev.satu.server.openapi;

import dev.satu.server.http.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;
import org.jspecify.annotations.Nullable;

/** The refusals in the description: which statuses a call can have, and that all are problems. */
final class Refusals {
  /** The name of their schema. */
  static final String PROBLEM = "Problem";

  private static final int FIRST_REFUSAL = 400;

  private Refusals() {}

  static Schema problem() {
    return schema(Schema.SchemaType.OBJECT)
        .description(
            "RFC 9457. Programs react to error_code; docs/outcomes.md says to which and what to do."
                + " Some codes have further members.")
        .addProperty("type", schema(Schema.SchemaType.STRING))
        .addProperty("title", schema(Schema.SchemaType.STRING))
        .addProperty("status", schema(Schema.SchemaType.INTEGER))
        .addProperty("detail", schema(Schema.SchemaType.STRING))
        .addProperty("error_code", schema(Schema.SchemaType.STRING))
        .addProperty("message", schema(Schema.SchemaType.STRING))
        .addProperty(
            "field",
            schema(Schema.SchemaType.STRING).description("Which value of the request is wrong"))
        .required(List.of("type", "title", "status", "detail", "error_code", "message"));
  }

  static void describe(PathItem.HttpMethod method, Operation call) {
    APIResponses responses = call.getResponses();
    possible(method, call)
        .forEach((status, meaning) -> {
          @Nullable APIResponse own = responses.getAPIResponse(status);
          if (own == null || isGenerated(own)) {
            responses.addAPIResponse(status, OASFactory.createAPIResponse().description(meaning));
          }
        });
    responses
        .getAPIResponses()
        .forEach((status, response) -> {
          if (status.matches("[0-9]{3}") && Integer.parseInt(status) >= FIRST_REFUSAL) {
            response.setContent(content());
          }
        });
    responses
        .getAPIResponse("503")
        .addHeader(
            "Retry-After",
            OASFactory.createHeader()
                .description("Seconds")
                .schema(schema(Schema.SchemaType.INTEGER)));
  }

  // What SmallRye puts there by itself where a call has a body.
  private static boolean isGenerated(APIResponse response) {
    return "Bad Request".equals(response.getDescription());
  }

  private static Map<String, String> possible(PathItem.HttpMethod method, Operation call) {
    Map<String, String> possible = new LinkedHashMap<>();
    possible.put("400", "The request is wrong; `field` says where. Nothing was changed");
    possible.put("401", "No key, or none in force");
    possible.put("403", "The key lacks the scope");
    if (has(call, Parameter.In.PATH)) {
      possible.put("404", "Nothing of this id, or somebody else's");
    }
    if (method != PathItem.HttpMethod.GET) {
      possible.put("409", "Not as things stand");
      possible.put(
          "422", "The key was used for another request, or the values contradict each other");
    }
    if (call.getRequestBody() != null) {
      possible.put("413", "The body is too large");
      possible.put("415", "The body is not JSON in UTF-8");
    }
    possible.put("500", "A fault of ours");
    possible.put("503", "Not now: the same request with the same key, later");
    return possible;
  }

  private static boolean has(Operation call, Parameter.In place) {
    return call.getParameters() != null
        && call.getParameters().stream().anyMatch(parameter -> parameter.getIn() == place);
  }

  private static Content content() {
    return OASFactory.createContent()
        .addMediaType(
            Problem.MEDIA_TYPE,
            OASFactory.createMediaType()
                .schema(OASFactory.createSchema().ref("#/components/schemas/" + PROBLEM)));
  }

  private static Schema schema(Schema.SchemaType type) {
    return OASFactory.createSchema().addType(type);
  }
}
