package dev.satu.faults.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

/** Reads bodies. */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** The body as a tree; missing, and not an error, where it is no JSON. */
  public static JsonNode tree(String body) {
    try {
      return body.isEmpty() ? MissingNode.getInstance() : MAPPER.readTree(body);
    } catch (JsonProcessingException _) {
      return MissingNode.getInstance();
    }
  }
}
