package dev.satu.idempotency;

import java.time.Duration;

/**
 * Is told what came of each command that ran off its caller's thread: for metrics. Called before
 * the caller is answered, so it must be quick; it must not throw, and must be thread-safe. Those
 * who joined a command under way are not told of again, those who were too many to join are.
 */
public interface ReplyListener {
  /** A listener that does nothing. */
  ReplyListener NONE =
      new ReplyListener() {
        @Override
        public void replied(KeyedCommand command, Reply<?> reply, Duration took) {}

        @Override
        public void failed(KeyedCommand command, Duration took) {}
      };

  /** The command came back. */
  void replied(KeyedCommand command, Reply<?> reply, Duration took);

  /** The command threw: a bug, or a broken schema. */
  void failed(KeyedCommand command, Duration took);
}
