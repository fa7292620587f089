package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.satu.value.InvalidValue;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * JSON whose members are sorted: equal values are spelled equally, so that a retry is seen to be
 * one.
 */
public final class CanonicalJson {
  /** As long as a number may be in a body that we read. */
  private static final int LONGEST_NUMBER = 1_000;

  private static final int LONGEST = 65_536;

  private static final ObjectWriter SORTED =
      StrictJson.MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private CanonicalJson() {}

  /**
   * The value, members sorted by name at every depth, without white space.
   *
   * <p>Refuses what the database would not give back as it was: half a character becomes a question
   * mark there, and {@code 1e1000} a thousand zeros, so that seven bytes fill a page.
   *
   * @param field the name of the value in the request
   * @throws InvalidValue if it has broken Unicode, or numbers that are too long when written out
   */
  public static String of(String field, JsonNode node) {
    long added = addedByWritingOut(field, node);
    String json = written(node);
    if (json.length() + added > LONGEST) {
      throw new InvalidValue(
          field, "must have at most " + LONGEST + " characters, its numbers written out");
    }
    return json;
  }

  /**
   * The JSON object that stands in a text, as {@link #of} writes it.
   *
   * @throws InvalidValue also if it is not one JSON object
   */
  public static String ofText(String field, String text) {
    return text.equals("{}") ? text : of(field, object(field, text));
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

  private static String written(JsonNode node) {
    try {
      return SORTED.writeValueAsString(StrictJson.MAPPER.treeToValue(node, Object.class));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was read as JSON can be written as JSON", e);
    }
  }

  /** How many characters longer it is where numbers have no exponent. */
  private static long addedByWritingOut(String field, JsonNode node) {
    if (node.isNumber()) {
      return writtenOut(field, node.decimalValue());
    }
    requireWholeCharacters(field, node.isTextual() ? node.textValue() : "");
    node.fieldNames().forEachRemaining(name -> requireWholeCharacters(field, name));
    long added = 0;
    for (JsonNode child : node) {
      added += addedByWritingOut(field, child);
    }
    return added;
  }

  private static long writtenOut(String field, BigDecimal number) {
    long scale = number.scale();
    long digits = Math.max(scale, number.precision() - Math.min(scale, 0));
    if (digits > LONGEST_NUMBER) {
      throw new InvalidValue(
          field, "must have numbers of at most " + LONGEST_NUMBER + " digits, written out");
    }
    return digits;
  }

  private static void requireWholeCharacters(String field, String text) {
    if (text.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE)) {
      throw new InvalidValue(field, "must not contain broken Unicode");
    }
  }
}
