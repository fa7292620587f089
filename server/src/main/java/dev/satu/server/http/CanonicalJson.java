package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;

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
}
