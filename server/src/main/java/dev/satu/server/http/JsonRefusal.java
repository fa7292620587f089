package dev.satu.server.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What Jackson could not read, told to the caller: which field, and what it must be. */
final class JsonRefusal {
  private static final String WHOLE_BODY = "$";

  private JsonRefusal() {}

  static Problem of(IOException failure) {
    return switch (failure) {
      case UnrecognizedPropertyException unknown -> Problems.unknownField(path(unknown));
      case JsonMappingException mapping when !isSyntax(mapping) ->
          Problems.invalidField(path(mapping), rule(mapping));
      case JacksonException syntax -> Problems.malformedJson(syntaxMessage(syntax.getLocation()));
      default -> Problems.malformedJson("The body is not JSON in UTF-8.");
    };
  }

  // A syntax error inside an object reaches us wrapped as a mapping error of the field around it.
  private static boolean isSyntax(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof StreamConstraintsException
          || (t instanceof StreamReadException && !(t instanceof InputCoercionException))) {
        return true;
      }
    }
    return false;
  }

  private static String syntaxMessage(@Nullable JsonLocation at) {
    String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    return "The body cannot be read as JSON" + where + ", or a field stands there twice.";
  }

  private static String path(JsonMappingException failure) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : failure.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.isEmpty() ? WHOLE_BODY : path.toString();
  }

  private static String rule(JsonMappingException failure) {
    Class<?> wanted = failure instanceof MismatchedInputException m ? m.getTargetType() : null;
    if (wanted == null || wanted == Object.class) {
      return failure.getCause() instanceof InputCoercionException
          ? "is out of range"
          : "has an invalid value";
    }
    // One sentence for a missing value and for a wrong one, which Jackson does not tell apart.
    return "must be given as " + name(wanted);
  }

  private static String name(Class<?> wanted) {
    if (wanted == String.class) {
      return "a text";
    }
    if (isWholeNumber(wanted)) {
      return "a whole number";
    }
    if (wanted == boolean.class || wanted == Boolean.class) {
      return "true or false";
    }
    if (Number.class.isAssignableFrom(wanted) || wanted.isPrimitive()) {
      return "a number";
    }
    if (wanted == Duration.class) {
      return "an ISO 8601 duration such as PT5M";
    }
    if (wanted == Instant.class) {
      return "an ISO 8601 instant such as 2026-01-31T12:00:00Z";
    }
    if (wanted.isEnum()) {
      return Arrays.stream(wanted.getEnumConstants())
          .map(constant -> ((Enum<?>) constant).name())
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    if (Collection.class.isAssignableFrom(wanted) || wanted.isArray()) {
      return "a list";
    }
    return wanted.isRecord() || Map.class.isAssignableFrom(wanted)
        ? "an object"
        : "another kind of value";
  }

  private static boolean isWholeNumber(Class<?> wanted) {
    return wanted == int.class
        || wanted == Integer.class
        || wanted == long.class
        || wanted == Long.class
        || wanted == short.class
        || wanted == Short.class
        || wanted == java.math.BigInteger.class;
  }
}
