package dev.satu.faults.check;

import dev.satu.faults.history.Call;
import java.util.List;

/**
 * What one has to read to understand a violation, and nothing else: an item's calls in the order of
 * time, its rows and its events.
 *
 * @param leftOut how many of the item's calls are not among them: refusals and reads that have
 *     nothing to do with it
 */
public record Story(
    String item, List<Call> calls, int leftOut, List<String> rows, List<EventRow> events) {
  public Story {
    calls = List.copyOf(calls);
    rows = List.copyOf(rows);
    events = List.copyOf(events);
  }

  /** As lines for people; times in milliseconds since the run began. */
  @Override
  public String toString() {
    return StoryText.of(this);
  }
}
