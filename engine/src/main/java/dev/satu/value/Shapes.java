package dev.satu.value;

/** The shapes that ids given by callers may have. */
final class Shapes {
  static final int LONGEST_ID = 64;

  private Shapes() {}

  /**
   * Returns {@code id} if it is 1 to 64 characters of {@code [A-Za-z0-9._~:-]}: the unreserved
   * characters of RFC 3986 and the colon, so that an id stands in a URL, in JSON and in SQL text as
   * it is.
   */
  static String id(String what, String id) {
    if (!isId(id)) {
      throw new InvalidValue(what, "must be 1 to 64 characters of A-Z a-z 0-9 . _ ~ : -");
    }
    return id;
  }

  static boolean isId(String id) {
    if (id.isEmpty() || id.length() > LONGEST_ID) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      if (!isIdCharacter(id.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns {@code text} if it is a line for people of 1 to {@code longest} characters. */
  static String line(String what, String text, int longest) {
    if (text.isBlank() || text.codePointCount(0, text.length()) > longest) {
      throw new InvalidValue(what, "must be 1 to " + longest + " characters, not all blank");
    }
    if (text.chars().anyMatch(Character::isISOControl) || !isWellFormed(text)) {
      throw new InvalidValue(what, "must not contain control characters or broken Unicode");
    }
    return text;
  }

  static boolean isWellFormed(String text) {
    return text.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
  }

  private static boolean isIdCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '~'
        || c == ':'
        || c == '-';
  }
}
