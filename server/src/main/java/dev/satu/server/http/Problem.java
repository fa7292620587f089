package dev.satu.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says why a request was not carried out, in the form of RFC 9457 ({@code
 * application/problem+json}).
 *
 * <p>Members are rendered in this order: {@code type}, {@code title}, {@code status}, {@code
 * detail}, {@code error_code}, {@code message}, {@code field} if there is one, then the extensions
 * in the order in which they were added. A problem is a value: each {@code with…} method returns
 * another one.
 *
 * @param code the stable name that programs react to, with its HTTP status and title
 * @param message this occurrence, for people; stands in {@code message} and in {@code detail}
 * @param field the JSON path of the value that is wrong, such as {@code price.amount}
 * @param extensions further members, by name in snake_case
 * @param headers header lines that belong to this answer, such as {@code Retry-After}
 */
public record Problem(
    ErrorCode code,
    String message,
    @Nullable String field,
    Map<String, Object> extensions,
    Map<String, String> headers) {

  /** The media type of every problem. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPE_PREFIX = "urn:satu:";

  public Problem {
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** A problem without field, extensions and headers. */
  public static Problem of(ErrorCode code, String message) {
    return new Problem(code, message, null, Map.of(), Map.of());
  }

  /** The HTTP status it is answered with. */
  public int status() {
    return code.status();
  }

  /** This problem, about one value of the request. */
  public Problem withField(String path) {
    return new Problem(code, message, path, extensions, headers);
  }

  /** This problem with one more member; its value is written as JSON. */
  public Problem with(String name, Object value) {
    return new Problem(code, message, field, added(extensions, name, value), headers);
  }

  /** This problem with one more header line. */
  public Problem withHeader(String name, String value) {
    return new Problem(code, message, field, extensions, added(headers, name, value));
  }

  /** This problem with the header line {@code Retry-After}, in whole seconds, rounded up. */
  public Problem retryAfter(Duration wait) {
    return withHeader(
        "Retry-After", Long.toString(Math.max(1, wait.plusNanos(999_999_999).toSeconds())));
  }

  /**
   * This problem with an upper bound of the wait in whole seconds: as a member for programs, as a
   * header for clients that know only HTTP.
   */
  public Problem waiting(Duration wait) {
    Duration whole = Duration.ofSeconds(Math.max(1, wait.plusNanos(999_999_999).toSeconds()));
    return with("retry_after", whole).retryAfter(whole);
  }

  /** The members in the order in which they are written. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("type", TYPE_PREFIX + code);
    members.put("title", code.title());
    members.put("status", status());
    members.put("detail", message);
    members.put("error_code", code.name());
    members.put("message", message);
    if (field != null) {
      members.put("field", field);
    }
    extensions.forEach(members::putIfAbsent);
    return members;
  }

  /** The body as it goes out, in UTF-8: the same bytes for the same problem. */
  public byte[] json() {
    try {
      return StrictJson.MAPPER.writeValueAsBytes(members());
    } catch (JsonProcessingException unwritable) {
      throw new IllegalStateException("an extension of " + code + " is no JSON", unwritable);
    }
  }

  /** The whole answer, for a resource that returns a refusal instead of throwing it. */
  public Response toResponse() {
    Response.ResponseBuilder response = Response.status(status()).type(MEDIA_TYPE).entity(json());
    headers.forEach(response::header);
    return response.build();
  }

  private static <V> Map<String, V> added(Map<String, V> before, String name, V value) {
    Map<String, V> after = new LinkedHashMap<>(before);
    after.put(name, value);
    return after;
  }
}
