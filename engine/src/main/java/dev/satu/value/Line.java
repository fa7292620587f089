package dev.satu.value;

/** Texts for people that stand on one line: names, categories. */
public final class Line {
  private Line() {}

  /**
   * Returns the text if it is 1 to {@code longest} characters, not all blank, without control
   * characters and broken Unicode.
   *
   * @throws InvalidValue naming the field
   */
  public static String checked(String field, String text, int longest) {
    return Shapes.line(field, text, longest);
  }

  /** Whether a text has no half of a character: only then can it be stored and come back. */
  public static boolean isWellFormed(String text) {
    return Shapes.isWellFormed(text);
  }
}
