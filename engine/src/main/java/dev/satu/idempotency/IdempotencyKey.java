package dev.satu.idempotency;

import dev.satu.value.InvalidValue;

/**
 * The name that a caller gives to one attempt, so that sending it again does nothing again. Scoped
 * to its account.
 */
public record IdempotencyKey(String text) {
  private static final int LONGEST = 128;

  /**
   * @throws InvalidValue unless the text is 1 to 128 printable ASCII characters
   */
  public IdempotencyKey {
    if (!isOne(text)) {
      throw new InvalidValue("Idempotency-Key", "must be 1 to 128 printable ASCII characters");
    }
  }

  private static boolean isOne(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST
        && text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  @Override
  public String toString() {
    return text;
  }
}
