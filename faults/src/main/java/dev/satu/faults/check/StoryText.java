package dev.satu.faults.check;

import dev.satu.faults.history.Answer;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Request;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a story down. */
final class StoryText {
  private static final int LONGEST_BODY = 400;
  private static final double NANOS_PER_MILLI = 1e6;

  private StoryText() {}

  static String of(Story story) {
    StringBuilder text = new StringBuilder("  ").append(story.item()).append("\n  calls\n");
    story.calls().forEach(call -> text.append("    ").append(line(call)).append('\n'));
    if (story.leftOut() > 0) {
      text.append("    … and ").append(story.leftOut()).append(" that are not part of it\n");
    }
    if (!story.rows().isEmpty()) {
      text.append("  rows\n");
      story.rows().forEach(row -> text.append("    ").append(row).append('\n'));
    }
    if (!story.events().isEmpty()) {
      text.append("  events\n");
      story.events().forEach(event -> text.append("    ").append(line(event)).append('\n'));
    }
    return text.toString();
  }

  private static String line(Call call) {
    Request request = call.request();
    return "%9s – %9s  %s client %d: %s %s%s%s → %s"
        .formatted(
            millis(call.sentAt()),
            millis(call.answeredAt()),
            call.node(),
            call.client(),
            request.act(),
            request.path(),
            request.key() == null ? "" : " key " + request.key(),
            request.body() == null ? "" : " " + cut(request.body()),
            answer(call.answer()));
  }

  private static String millis(long nanos) {
    return nanos == Call.NEVER
        ? "never"
        : String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MILLI);
  }

  private static String answer(Answer answer) {
    return switch (answer) {
      case Answer.Unknown(String why) -> "unknown (" + why + ")";
      case Answer.NotSent(String why) -> "not sent (" + why + ")";
      case Answer.Told told -> {
        String code = told.errorCode();
        String replayed = told.isReplay() ? " replayed" : "";
        yield told.status()
            + replayed
            + " "
            + (code == null || told.body().contains("\"reservation\"")
                ? cut(told.body())
                : code + reason(told.body()));
      }
    };
  }

  private static String reason(String body) {
    int at = body.indexOf("\"reason\":\"");
    return at < 0 ? "" : " " + body.substring(at, Math.min(body.length(), at + 30));
  }

  private static String cut(@Nullable String text) {
    String whole = String.valueOf(text);
    return whole.length() <= LONGEST_BODY ? whole : whole.substring(0, LONGEST_BODY) + "…";
  }

  private static String line(EventRow event) {
    StringBuilder text =
        new StringBuilder()
            .append('#')
            .append(event.id())
            .append(' ')
            .append(event.kind())
            .append(" v")
            .append(event.version())
            .append(" at ")
            .append(event.at())
            .append(" by ")
            .append(event.actor());
    append(text, " of ", event.reservation());
    append(text, " paid by ", event.payment());
    append(text, " until ", event.expiresAt());
    append(text, ": ", event.reason());
    return text.toString();
  }

  private static void append(StringBuilder text, String before, @Nullable Object value) {
    if (value != null) {
      text.append(before).append(value);
    }
  }
}
