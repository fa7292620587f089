package dev.satu.server.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.MediaType;

/**
 * Adds a body to try to each call that reads one; a test asks for it, and sends those of a hold's
 * life.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class BodiesToTry implements OASFilter {
  private static final String REASON = "{\"reason\": \"Damaged in the yard\"}";

  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry(
              "/v1/assets",
              """
              {"asset_id": "EQ-90001", "name": "Station clock, double-sided", "category": "clocks",
               "price": {"amount": 18500000, "currency": "CHF"}, "hold_for": "PT15M",
               "attributes": {"diameter_mm": 800}}
              """),
          Map.entry("/v1/assets/{asset_id}", "{\"name\": \"Station clock, cleaned\"}"),
          Map.entry("/v1/assets/{asset_id}/withdraw", REASON),
          Map.entry("/v1/assets/{asset_id}/relist", REASON),
          Map.entry("/v1/assets/{asset_id}/cancel-sale", REASON),
          Map.entry(
              "/v1/assets/{asset_id}/release",
              """
              {"reservation_id": "res_01M8PCBZE2YQT2G7EYQF97S3Z5", "reason": "The buyer called"}
              """),
          Map.entry(
              "/v1/assets/{asset_id}/reservations",
              """
              {"buyer_id": "usr_01HZX48K7N2A", "hold_for": "PT5M"}
              """),
          Map.entry("/v1/reservations/{reservation_id}/extend", "{\"extend_by\": \"PT5M\"}"),
          Map.entry(
              "/v1/reservations/{reservation_id}/commit",
              """
              {"payment_ref": "pi_123", "gateway": "external", "amount": 18500000, "currency": "CHF"}
              """),
          Map.entry("/v1/accounts", "{\"account_id\": \"shop\", \"name\": \"The shop\"}"),
          Map.entry("/v1/accounts/{account_id}", "{\"own_hold\": \"REFUSE\"}"),
          Map.entry(
              "/v1/keys",
              """
              {"account_id": "shop", "name": "Web server", "scopes": ["claim", "read"]}
              """),
          Map.entry("/v1/keys/{key_id}/rotate", "{\"overlap\": \"PT1H\"}"),
          Map.entry("/v1/keys/{key_id}/revoke", "{\"reason\": \"It was in a log\"}"));

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public void filterOpenAPI(OpenAPI description) {
    description.getPaths().getPathItems().forEach(BodiesToTry::add);
  }

  private static void add(String path, PathItem item) {
    String body = BODIES.get(path);
    if (body == null) {
      return;
    }
    for (Operation call : item.getOperations().values()) {
      if (call.getRequestBody() == null) {
        continue;
      }
      MediaType json = call.getRequestBody().getContent().getMediaType("application/json");
      if (json != null) {
        json.setExample(parsed(body));
      }
    }
  }

  private static Object parsed(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a body to try is no JSON: " + body, e);
    }
  }
}
