package dev.satu.bench;

/** The race could not start; the message tells the person who typed the command what to do. */
final class NotStarted extends Exception {
  private static final long serialVersionUID = 1L;

  NotStarted(String message) {
    super(message);
  }
}
