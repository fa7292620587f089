package dev.satu.faults.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of a history's file: the half of a call that is written before it is sent, or the half
 * that is written when it is answered.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CallLine(
    long call,
    @Nullable Integer client,
    @Nullable String node,
    @Nullable Request request,
    @Nullable Long sentAt,
    @Nullable Long answeredAt,
    @Nullable Integer status,
    @Nullable Map<String, String> headers,
    @Nullable String body,
    @Nullable String unknown,
    @Nullable String notSent) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  static CallLine sent(Call call) {
    return new CallLine(
        call.number(),
        call.client(),
        call.node(),
        call.request(),
        call.sentAt(),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  static CallLine answered(Call call) {
    return switch (call.answer()) {
      case Answer.Told(int status, var headers, String body) ->
          answered(call, status, headers, body, null, null);
      case Answer.Unknown(String why) -> answered(call, null, null, null, why, null);
      case Answer.NotSent(String why) -> answered(call, null, null, null, null, why);
    };
  }

  private static CallLine answered(
      Call call,
      @Nullable Integer status,
      @Nullable Map<String, String> headers,
      @Nullable String body,
      @Nullable String unknown,
      @Nullable String notSent) {
    return new CallLine(
        call.number(),
        null,
        null,
        null,
        null,
        call.answeredAt(),
        status,
        headers,
        body,
        unknown,
        notSent);
  }

  static CallLine parse(String line) throws IOException {
    return JSON.readValue(line, CallLine.class);
  }

  byte[] bytes() {
    try {
      return (JSON.writeValueAsString(this) + "\n")
          .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a call is always JSON", impossible);
    }
  }

  /** What came of the call, if this is the line of its answer. */
  Answer answer() {
    Integer told = status;
    if (told != null) {
      return new Answer.Told(told, headers == null ? Map.of() : headers, body == null ? "" : body);
    }
    String nothing = notSent;
    if (nothing != null) {
      return new Answer.NotSent(nothing);
    }
    return new Answer.Unknown(unknown == null ? "no answer was recorded" : unknown);
  }
}
