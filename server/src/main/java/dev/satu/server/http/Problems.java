package dev.satu.server.http;

import java.time.Duration;
import java.util.Collection;

/** The problems that any request can have, whatever it asks for. */
public final class Problems {
  private static final int LONGEST_ECHO = 200;

  private Problems() {}

  /** The body cannot be read as JSON. */
  public static Problem malformedJson(String why) {
    return Problem.of(ErrorCode.MALFORMED_JSON, why);
  }

  /** The body names a field that this call does not have. */
  public static Problem unknownField(String path) {
    String field = cut(path);
    return Problem.of(ErrorCode.UNKNOWN_FIELD, "The field " + field + " is not known here.")
        .withField(field);
  }

  /**
   * A value is missing, of the wrong type or out of bounds.
   *
   * @param path the name of the value as in the request: {@code price.amount}, {@code limit}
   * @param rule what must hold, to be read after the name: {@code must be positive}
   */
  public static Problem invalidField(String path, String rule) {
    String field = cut(path);
    return Problem.of(ErrorCode.INVALID_FIELD, field + " " + rule + ".").withField(field);
  }

  /** The call needs a body and there is none. */
  public static Problem bodyMissing() {
    return Problem.of(ErrorCode.BODY_MISSING, "This call needs a JSON body.");
  }

  /** The request as such cannot be understood. */
  public static Problem badRequest() {
    return Problem.of(ErrorCode.BAD_REQUEST, "The request cannot be understood.");
  }

  /** A parameter in the path or the query is of the wrong type. */
  public static Problem invalidParameter() {
    return Problem.of(
        ErrorCode.INVALID_FIELD,
        "A parameter in the path or the query is not of the type that this call needs.");
  }

  /** Nothing is served under this path. */
  public static Problem notFound() {
    return Problem.of(ErrorCode.NOT_FOUND, "There is nothing under this path.");
  }

  /** The path is served, but not with this method. */
  public static Problem methodNotAllowed(Collection<String> allowed) {
    String names = String.join(", ", allowed);
    return Problem.of(
            ErrorCode.METHOD_NOT_ALLOWED,
            allowed.isEmpty()
                ? "This path does not answer to this method."
                : "This path answers to " + names + ".")
        .withHeader("Allow", names);
  }

  /** The caller accepts no media type that this call answers with. */
  public static Problem notAcceptable() {
    return Problem.of(ErrorCode.NOT_ACCEPTABLE, "This call answers with application/json.");
  }

  /** The body is longer than the server reads. */
  public static Problem bodyTooLarge(long limit) {
    return Problem.of(ErrorCode.BODY_TOO_LARGE, "The body may have at most " + limit + " bytes.")
        .withHeader("Connection", "close");
  }

  /** The body did not come in time. */
  public static Problem bodyTooSlow(Duration most) {
    return Problem.of(
            ErrorCode.BODY_TOO_SLOW,
            "The body did not arrive within " + most + ". Nothing was changed.")
        .withHeader("Connection", "close");
  }

  /** The body is not of the media type that this call reads. */
  public static Problem unsupportedMediaType() {
    return Problem.of(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        "This call reads application/json in UTF-8; an import reads text/csv or application/x-ndjson.");
  }

  /** A fault of the server; the log has the cause under the same request id. */
  public static Problem internalError(String requestId) {
    return Problem.of(
            ErrorCode.INTERNAL_ERROR,
            "Something went wrong in the server. Whether the request took effect is not known: "
                + "send it again with the same Idempotency-Key.")
        .with("request_id", requestId);
  }

  // A caller's own text goes back to the caller, but never a whole body of it.
  private static String cut(String text) {
    return text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "…";
  }
}
