package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.satu.value.InvalidValue;
import java.io.IOException;

/**
 * JSON whose members are sorted: equal values are spelled equally, so that a retry is seen to be
 * one.
 */
public final class CanonicalJson {
  private static final ObjectWriter SORTED =
      StrictJson.MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private CanonicalJson() {}

  /** The value, members sorted by name at every depth, without white space. */
  public static String of(JsonNode node) {
    try {
      return SORTED.writeValueAsString(StrictJson.MAPPER.treeToValue(node, Object.class));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was read as JSON can be written as JSON", e);
    }
  }

  /**
   * The JSON object that stands in a text, as {@link #of} writes it.
   *
   * @throws InvalidValue if it is not one JSON object, or has a field twice
   */
  public static String ofText(String field, String text) {
    return text.equals("{}") ? text : of(object(field, text));
  }

  /**
   * The JSON object that stands in a text.
   *
   * @throws InvalidValue if it is not one JSON object, or has a field twice
   */
  public static ObjectNode object(String field, String text) {
    try (JsonParser parser = StrictJson.MAPPER.createParser(text)) {
      JsonNode node = StrictJson.MAPPER.readTree(parser);
      if (node instanceof ObjectNode object && parser.nextToken() == null) {
        return object;
      }
    } catch (IOException notJson) {
      // Told below: where in this text it goes wrong helps nobody.
    }
    throw new InvalidValue(field, "must be one JSON object, without a field given twice");
  }
}
