package dev.satu.faults.check;

import dev.satu.faults.history.Call;
import java.util.Collection;
import java.util.List;

/**
 * What one has to read to understand a violation, and nothing else: an item's calls in the order of
 * time, its rows and its events.
 *
 * @param leftOut how many of the item's calls are not among them: refusals, reads and what is far
 *     from it in time
 */
public record Story(
    String item, List<Call> calls, int leftOut, List<String> rows, List<EventRow> events) {
  public Story {
    calls = List.copyOf(calls);
    rows = List.copyOf(rows);
    events = List.copyOf(events);
  }

  /** A story that is only its calls. */
  static Story of(String item, Collection<Call> calls) {
    return new Story(item, List.copyOf(calls), 0, List.of(), List.of());
  }

  /** As lines for people; times in milliseconds since the run began. */
  @Override
  public String toString() {
    return StoryText.of(this);
  }
}
