package dev.satu.faults.cluster;

import java.time.Duration;

/** What a proxy does with what comes to it. */
public sealed interface Passing {
  /** Passes all on. */
  record Open() implements Passing {}

  /** Refuses connections and cuts those that were open. */
  record Refused() implements Passing {}

  /** Passes all on, later: each piece by so much. */
  record Late(Duration toServer, Duration toClient) implements Passing {}

  /** Keeps connections open and takes new ones, and passes nothing on: a half-open network. */
  record Swallowed() implements Passing {}

  /**
   * Passes on up to the end of a transaction, then swallows its answer and cuts the connection: the
   * client cannot know whether it was committed. PostgreSQL's protocol only.
   */
  record EndUnanswered() implements Passing {}
}
