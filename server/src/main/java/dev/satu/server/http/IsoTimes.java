package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;

/** Instants and durations as ISO 8601 texts, and as nothing else. */
public final class IsoTimes {
  /** As the database writes them: always six digits. */
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private IsoTimes() {}

  /** An instant as every answer shows it: UTC, microseconds, Z. */
  public static String text(Instant instant) {
    return MICROSECONDS.format(instant);
  }

  static SimpleModule module() {
    SimpleModule module = new SimpleModule("satu-iso-times");
    module.addDeserializer(Duration.class, new FromText<>(Duration.class, Duration::parse));
    module.addDeserializer(
        Instant.class,
        new FromText<>(Instant.class, text -> OffsetDateTime.parse(text).toInstant()));
    module.addSerializer(Instant.class, new InstantToText());
    return module;
  }

  // Jackson's own also take numbers, for which nobody can say whether seconds or milliseconds.
  private static final class FromText<T> extends StdScalarDeserializer<T> {
    private static final long serialVersionUID = 1L;

    private final transient Function<String, T> parse;

    FromText(Class<T> type, Function<String, T> parse) {
      super(type);
      this.parse = parse;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      if (!parser.hasToken(JsonToken.VALUE_STRING)) {
        return (T) context.handleUnexpectedToken(handledType(), parser);
      }
      String text = parser.getText();
      try {
        return parse.apply(text);
      } catch (DateTimeException | ArithmeticException notIso) {
        return (T) context.handleWeirdStringValue(handledType(), text, "not ISO 8601");
      }
    }
  }

  private static final class InstantToText extends StdScalarSerializer<Instant> {
    private static final long serialVersionUID = 1L;

    InstantToText() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant instant, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(text(instant));
    }
  }
}
