package dev.satu.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every way in which a body that the description calls good goes bad, field by field: missing,
 * null, of the wrong type, empty, too long, with characters that no text may have, huge.
 */
final class BadValues {
  private static final List<String> NO_STRINGS = List.of("3", "1.5", "true", "[]", "{}");

  /** As JSON spells them; a name, an id, a length and a word of a list refuse all of them. */
  private static final List<String> BAD_STRINGS =
      List.of(
          "\"\"",
          "\" \"",
          "\"\\t\"",
          "\"a\\u0000\"",
          "\"a\\n\"",
          "\"a\\u007f\"",
          "\"\\ud800\"",
          '"' + "x".repeat(3_000) + '"');

  private static final List<String> BAD_DURATIONS =
      List.of("\"PT0S\"", "\"-PT5M\"", "\"P1M\"", "\"5 min\"", "\"PT99999999999H\"");

  private static final List<String> BAD_NUMBERS =
      List.of(
          "\"3\"", "\"\"", "true", "[]", "{}", "1.5", "0", "-1", "1e400", "9223372036854775808");

  private static final List<String> BAD_LISTS =
      List.of("\"read\"", "3", "{}", "[]", "[null]", "[3]", "[\"\"]", "[\"a\\u0000\"]");

  private static final List<String> BAD_OBJECTS = List.of("\"x\"", "3", "true", "[]");

  private final JsonNode document;

  BadValues(JsonNode document) {
    this.document = document;
  }

  /**
   * A body that must be refused.
   *
   * @param field what the refusal must name, or the beginning of it
   */
  record Bad(String body, String field) {}

  /** All bad bodies of a call that the description shows a good one of. */
  List<Bad> of(JsonNode call) {
    JsonNode content = call.at("/requestBody/content/application~1json");
    ObjectNode good = (ObjectNode) content.path("example");
    List<Bad> all = new ArrayList<>();
    fields(content.path("schema"), good, good, "", all);
    all.add(new Bad(with(good, good, "colour", "\"red\""), "colour"));
    return all;
  }

  private void fields(
      JsonNode schema, ObjectNode whole, ObjectNode part, String prefix, List<Bad> all) {
    JsonNode resolved = resolved(schema);
    Set<String> required = new TreeSet<>();
    resolved.path("required").forEach(name -> required.add(name.asText()));
    resolved
        .path("properties")
        .properties()
        .forEach(property -> {
          String name = property.getKey();
          String field = prefix + name;
          for (String value : badValues(property.getValue())) {
            all.add(new Bad(with(whole, part, name, value), field));
          }
          if (required.contains(name)) {
            all.add(new Bad(with(whole, part, name, "null"), field));
            all.add(new Bad(without(whole, part, name), field));
          }
          if (part.path(name) instanceof ObjectNode inner
              && resolved(property.getValue()).has("properties")) {
            fields(property.getValue(), whole, inner, field + ".", all);
          }
        });
  }

  private List<String> badValues(JsonNode property) {
    Set<String> types = types(property);
    types.remove("null");
    List<String> bad = new ArrayList<>();
    switch (String.join(",", types)) {
      case "string" -> {
        bad.addAll(NO_STRINGS);
        bad.addAll(BAD_STRINGS);
        if (property.toString().contains("duration") || property.toString().contains("Duration")) {
          bad.addAll(BAD_DURATIONS);
        }
      }
      case "integer" -> bad.addAll(BAD_NUMBERS);
      case "array" -> bad.addAll(BAD_LISTS);
      case "object" -> bad.addAll(BAD_OBJECTS);
      default -> throw new AssertionError("what is bad for " + property + "?");
    }
    return bad;
  }

  private Set<String> types(JsonNode schema) {
    Set<String> types = new TreeSet<>();
    JsonNode resolved = resolved(schema);
    JsonNode own = resolved.path("type");
    if (own.isTextual()) {
      types.add(own.asText());
    }
    own.forEach(type -> types.add(type.asText()));
    for (String choice : List.of("anyOf", "oneOf", "allOf")) {
      resolved.path(choice).forEach(one -> types.addAll(types(one)));
    }
    return types;
  }

  private JsonNode resolved(JsonNode schema) {
    if (schema.has("$ref")) {
      return document.at(schema.path("$ref").asText().substring(1));
    }
    for (String choice : List.of("anyOf", "oneOf", "allOf")) {
      for (JsonNode one : schema.path(choice)) {
        if (one.has("$ref")) {
          return resolved(one);
        }
      }
    }
    return schema;
  }

  // Jackson has no node for what is no JSON number or no character: the text is put in afterwards.
  private static String with(ObjectNode whole, ObjectNode part, String name, String value) {
    JsonNode before = part.get(name);
    part.put(name, "@@");
    String text = whole.toString().replace("\"@@\"", value);
    if (before == null) {
      part.remove(name);
    } else {
      part.set(name, before);
    }
    return text;
  }

  private static String without(ObjectNode whole, ObjectNode part, String name) {
    JsonNode before = part.remove(name);
    String text = whole.toString();
    part.set(name, before);
    return text;
  }
}
