package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import jakarta.inject.Singleton;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyReader;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON body of a request into a record, or ends the request with the problem that says
 * what is wrong with it.
 *
 * <p>Takes the place of Quarkus' own reader, which answers with an empty body, hands {@code null}
 * to the resource when nothing was sent, and ignores what follows the first JSON value.
 */
@Provider
@Singleton
@Consumes(MediaType.APPLICATION_JSON)
public final class JsonBodyReader implements ServerMessageBodyReader<Record> {
  private final long limit;

  /** One for each kind of body. */
  private final Map<Type, ObjectReader> readers = new ConcurrentHashMap<>();

  JsonBodyReader(BodyLimits limits) {
    this.limit = limits.usual();
  }

  @Override
  public boolean isReadable(
      Class<?> type, Type genericType, ResteasyReactiveResourceInfo method, MediaType mediaType) {
    return type.isRecord();
  }

  @Override
  public boolean isReadable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type.isRecord();
  }

  @Override
  public Record readFrom(
      Class<Record> type, Type genericType, MediaType mediaType, ServerRequestContext context)
      throws IOException {
    return read(genericType, mediaType, context.getInputStream());
  }

  @Override
  public Record readFrom(
      Class<Record> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, String> headers,
      InputStream body)
      throws IOException {
    return read(genericType, mediaType, body);
  }

  private Record read(Type type, MediaType mediaType, InputStream stream) throws IOException {
    refuseOtherCharsets(mediaType);
    byte[] body = bytes(stream);
    if (body.length > limit) {
      throw new ProblemException(Problems.bodyTooLarge(limit));
    }
    try {
      return parse(type, body);
    } catch (IOException unreadable) {
      // The bytes are in memory: what fails now is the text, not the connection.
      throw new ProblemException(JsonRefusal.of(unreadable));
    }
  }

  /**
   * All of the body, or one byte more than the limit. Of a body that is here already just its own
   * length is allocated; {@code readNBytes} begins with 16 KiB whatever comes.
   */
  private byte[] bytes(InputStream stream) throws IOException {
    int most = Math.toIntExact(limit + 1);
    byte[] here = stream.readNBytes(Math.min(most, stream.available()));
    if (here.length == most) {
      return here;
    }
    int next = stream.read();
    if (next < 0) {
      return here;
    }
    byte[] rest = stream.readNBytes(most - here.length - 1);
    byte[] all = Arrays.copyOf(here, here.length + 1 + rest.length);
    all[here.length] = (byte) next;
    System.arraycopy(rest, 0, all, here.length + 1, rest.length);
    return all;
  }

  private Record parse(Type type, byte[] body) throws IOException {
    ObjectReader reader = readers.computeIfAbsent(type, JsonBodyReader::reader);
    try (JsonParser parser = StrictJson.MAPPER.createParser(body)) {
      JsonToken first = parser.nextToken();
      if (first == null || first == JsonToken.VALUE_NULL) {
        throw new ProblemException(Problems.bodyMissing());
      }
      Record value = reader.readValue(parser);
      if (parser.nextToken() != null) {
        throw new ProblemException(
            Problems.malformedJson("Something follows the end of the JSON object."));
      }
      return value;
    }
  }

  private static ObjectReader reader(Type type) {
    return StrictJson.MAPPER.readerFor(StrictJson.MAPPER.constructType(type));
  }

  private static void refuseOtherCharsets(@Nullable MediaType mediaType) {
    if (mediaType == null) {
      return;
    }
    String charset = mediaType.getParameters().get(MediaType.CHARSET_PARAMETER);
    if (charset != null && !charset.equalsIgnoreCase("utf-8")) {
      throw new ProblemException(Problems.unsupportedMediaType());
    }
  }
}
