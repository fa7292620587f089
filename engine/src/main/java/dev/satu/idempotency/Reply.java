package dev.satu.idempotency;

import java.time.Duration;
import java.util.Optional;

/**
 * What a keyed command comes back with: its outcome, or why there is none.
 *
 * @param <O> the command's outcomes
 */
public sealed interface Reply<O> {
  /** The command was carried out (or refused) just now. */
  record First<O>(O outcome) implements Reply<O> {}

  /**
   * The same request was carried out before under this key; this is what was answered then, and
   * nothing happened now.
   *
   * @param statusNow the reservation's status at this moment, where the outcome had one
   */
  record Replay<O>(O outcome, Optional<String> statusNow) implements Reply<O> {}

  /**
   * The key was used for another request. Nothing happened, and nothing of that request is told.
   */
  record KeyReused<O>() implements Reply<O> {}

  /**
   * The same key is being worked on elsewhere for longer than we wait, or here and too many wait
   * for it already. Ask again later with the same key.
   */
  record InProgress<O>(Duration retryAfter) implements Reply<O> {}

  /**
   * Nothing happened: a row stayed locked, or the database cannot take more. Ask again later with
   * the same key.
   */
  record Busy<O>(Duration retryAfter) implements Reply<O> {}

  /** Nobody knows whether it happened. Ask again with the same key: the answer is then certain. */
  record Unknown<O>() implements Reply<O> {}
}
