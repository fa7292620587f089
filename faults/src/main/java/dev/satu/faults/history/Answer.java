package dev.satu.faults.history;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came of a request, as its client saw it. */
public sealed interface Answer {
  /** The header lines that say something about the effect. */
  List<String> HEADERS =
      List.of("Idempotent-Replayed", "Satu-Current-Status", "ETag", "Retry-After");

  /**
   * The server answered.
   *
   * @param headers those of {@link #HEADERS} that it had, as they are spelled there
   */
  record Told(int status, Map<String, String> headers, String body) implements Answer {
    public Told {
      headers = Map.copyOf(headers);
    }

    /** Whether it says of itself that it was given before. */
    public boolean isReplay() {
      return "true".equals(headers.get("Idempotent-Replayed"));
    }

    /** Whether it is a success. */
    public boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    /**
     * The stable name of a refusal; {@code null} for a success and for what is no answer of ours.
     */
    public @Nullable String errorCode() {
      return isSuccess() ? null : ErrorCodes.in(body);
    }
  }

  /** It may have been carried out, or may be yet, or may never be. */
  record Unknown(String why) implements Answer {}

  /** Nothing of it can have reached a server. */
  record NotSent(String why) implements Answer {}
}
