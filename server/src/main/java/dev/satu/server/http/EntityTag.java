package dev.satu.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a thing as HTTP spells it: {@code "7"}.
 *
 * <p>It names the row's version and is for {@code If-Match} alone. Time changes what is shown of a
 * thing (an overdue hold) without a new version, so no answer is ever {@code 304}.
 */
public final class EntityTag {
  /** The request header that carries it. */
  public static final String IF_MATCH = "If-Match";

  private static final Pattern TAG = Pattern.compile("\"([0-9]{1,18})\"");

  private EntityTag() {}

  /** The tag of a version. */
  public static String of(long version) {
    return '"' + Long.toString(version) + '"';
  }

  /** A {@code 200} of JSON that carries its version. */
  public static Response answer(String json, long version) {
    return Response.ok(json.getBytes(UTF_8), MediaType.APPLICATION_JSON_TYPE)
        .header("ETag", of(version))
        .build();
  }

  /**
   * The version for which this request was made.
   *
   * @throws ProblemException {@code 428} without the header, {@code 400} if it is not one tag of
   *     ours: {@code *} and weak tags name no version
   */
  public static long expected(RoutingContext routing) {
    List<String> given = routing.request().headers().getAll(IF_MATCH);
    if (given.isEmpty()) {
      throw new ProblemException(
          Problem.of(
              ErrorCode.IF_MATCH_MISSING,
              "This call needs the header If-Match: the ETag of the asset as it was when the change was made."));
    }
    Matcher tag = TAG.matcher(given.getFirst().strip());
    if (given.size() > 1 || !tag.matches()) {
      throw new ProblemException(
          Problems.invalidField(IF_MATCH, "must be the ETag of the asset, once, such as \"7\""));
    }
    return Long.parseLong(tag.group(1));
  }

  /** The thing has another version than the request was made for. */
  public static Problem mismatch(long current) {
    return Problem.of(
            ErrorCode.VERSION_MISMATCH,
            "The asset has changed since it was read. Nothing was changed. Read it again.")
        .withField(IF_MATCH)
        .with("current_version", current)
        .withHeader("ETag", of(current));
  }
}
