package dev.satu.database;

/** What came of a transaction of our own. */
public sealed interface Attempt<T> {
  /** It ended, and all it did is durable. */
  record Done<T>(T value) implements Attempt<T> {}

  /** It did nothing: {@code why} is never {@link SqlState#BUG}, which is thrown instead. */
  record Failed<T>(SqlState why) implements Attempt<T> {}

  /** Nobody knows: the connection was lost, or the server warned, while it ended. */
  record Unknown<T>() implements Attempt<T> {}
}
