package dev.satu.server.http;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/**
 * The one JSON dialect of the service: snake_case, exact types, nothing guessed.
 *
 * <p>Reading refuses what other services repair: unknown fields, a field given twice, {@code "3"}
 * for a number, {@code 1.0} for a whole number, {@code 3} for a text, numbers for instants and
 * durations. A record component is required unless it is {@code @Nullable} (see {@link
 * RequiredUnlessNullable}). Instants are written in UTC with {@code Z} and at most microseconds,
 * durations in ISO 8601.
 */
final class StrictJson {
  static final ObjectMapper MAPPER = mapper();

  private StrictJson() {}

  private static ObjectMapper mapper() {
    return JsonMapper.builder()
        .addModule(new JavaTimeModule())
        .addModule(IsoTimes.module())
        .annotationIntrospector(
            AnnotationIntrospector.pair(
                new RequiredUnlessNullable(), new JacksonAnnotationIntrospector()))
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
            DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS,
            DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
            DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(
            DeserializationFeature.ACCEPT_FLOAT_AS_INT,
            DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .disable(
            SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
            SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .withCoercionConfig(
            LogicalType.Textual,
            text -> {
              text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
              text.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
              text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
            })
        .withCoercionConfigDefaults(any -> {
          any.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
          any.setCoercion(CoercionInputShape.EmptyArray, CoercionAction.Fail);
        })
        .build();
  }

  /** Gives the same mapper to everything in the service that asks for one. */
  @Singleton
  static final class Shared {
    @Produces
    @Singleton
    ObjectMapper mapper() {
      return MAPPER;
    }
  }
}
