package dev.satu.value;

/** Why an operator did something, in their own words: 1 to 500 characters on one line. */
public record Reason(String text) {
  private static final int LONGEST = 500;

  /**
   * @throws InvalidValue if it is blank, too long, or has control characters or broken Unicode
   */
  public Reason {
    Shapes.line("reason", text, LONGEST);
  }

  @Override
  public String toString() {
    return text;
  }
}
