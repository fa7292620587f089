package dev.satu.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import java.time.Duration;

/** What answers must look like, member by member. */
public final class Answers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Answers() {}

  /** The answer has these members with these values and no others. */
  public static void isJson(Reply reply, int status, String json) {
    assertThat(reply.json()).as(reply.body()).isEqualTo(tree(json));
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("Content-Type")).startsWith("application/json");
  }

  /** The answer is a problem of this code without further members. */
  public static void isRefusal(Reply reply, ErrorCode code, String message) {
    isRefusal(reply, code, message, "");
  }

  /** The answer is a problem of this code with these further members and no others. */
  public static void isRefusal(Reply reply, ErrorCode code, String message, String further) {
    String quoted = JSON.valueToTree(message).toString();
    assertThat(reply.json())
        .as(reply.body())
        .isEqualTo(
            tree(
                "{\"type\": \"urn:satu:"
                    + code.name()
                    + "\", \"title\": \""
                    + code.title()
                    + "\", \"status\": "
                    + code.status()
                    + ", \"detail\": "
                    + quoted
                    + ", \"error_code\": \""
                    + code.name()
                    + "\", \"message\": "
                    + quoted
                    + (further.isEmpty() ? "" : ", " + further)
                    + "}"));
    assertThat(reply.status()).isEqualTo(code.status());
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
  }

  /** The answer is a problem of this code about this value of the request. */
  public static void refusesField(Reply reply, ErrorCode code, String field) {
    assertThat(reply.member("error_code")).as(reply.body()).isEqualTo(code.name());
    assertThat(reply.status()).isEqualTo(code.status());
    assertThat(reply.member("field")).as(reply.body()).isEqualTo(field);
  }

  /** The answer replays the other: the same bytes, and says so. */
  public static void isReplay(Reply reply, Reply first, int status) {
    assertThat(reply.body()).isEqualTo(first.body());
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(reply.header("Content-Type")).isEqualTo(first.header("Content-Type"));
  }

  /** The refusal tells when to come back, in both forms, and by at most this much. */
  public static String tellsWhen(Reply reply, Duration atMost) {
    String text = reply.member("retry_after");
    Duration wait = Duration.parse(text);
    assertThat(wait).isPositive().isLessThanOrEqualTo(atMost);
    assertThat(atMost.minus(wait)).isLessThan(Duration.ofMinutes(1));
    assertThat(reply.header("Retry-After")).isEqualTo(Long.toString(wait.toSeconds()));
    return text;
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException("the test's JSON is wrong: " + json, wrong);
    }
  }
}
