package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A field that was given: with a value, or with {@code null} where that takes the value away. A
 * field that was not given is no {@code Given} at all, so the two can be told apart.
 *
 * @param value what was given; {@code null} for {@code null}
 */
@JsonDeserialize(using = Given.Reader.class)
public record Given<T>(@Nullable T value) {

  /** Reads the value as its type is read everywhere. */
  static final class Reader extends JsonDeserializer<Given<?>> implements ContextualDeserializer {
    private final @Nullable JsonDeserializer<?> ofValue;

    Reader() {
      this(null);
    }

    private Reader(@Nullable JsonDeserializer<?> ofValue) {
      this.ofValue = ofValue;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) throws JsonMappingException {
      JavaType value = context.getContextualType().containedTypeOrUnknown(0);
      return new Reader(context.findContextualValueDeserializer(value, property));
    }

    @Override
    public Given<?> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (ofValue == null) {
        throw new IllegalStateException("read without a type");
      }
      return new Given<>(ofValue.deserialize(parser, context));
    }

    @Override
    public Given<?> getNullValue(DeserializationContext context) {
      return new Given<>(null);
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
