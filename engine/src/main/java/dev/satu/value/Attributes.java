package dev.satu.value;

import java.math.BigDecimal;

/**
 * The attributes of an item: a JSON object in whose values nobody but its owner is interested.
 *
 * <p>The database writes numbers out: {@code 1e1000} comes back as a one and a thousand zeros. So
 * what is bounded is the text as it comes back; whether it is an object at all is for the database
 * to say.
 */
public final class Attributes {
  private static final String FIELD = "attributes";
  private static final int LONGEST = 65_536;

  /** Of a number, written out. */
  private static final int LONGEST_NUMBER = 1_000;

  private Attributes() {}

  /**
   * Returns the text if it has at most 65,536 characters, its numbers written out, of which none
   * has more than 1,000 digits, and no half of a character.
   *
   * @throws InvalidValue naming the field {@code attributes}
   */
  public static String checked(String json) {
    if (json.length() > LONGEST || !Shapes.isWellFormed(json)) {
      throw new InvalidValue(
          FIELD,
          "must be a JSON object of at most " + LONGEST + " characters, without broken Unicode");
    }
    if (json.length() + addedByWritingOut(json) > LONGEST) {
      throw new InvalidValue(
          FIELD, "must have at most " + LONGEST + " characters, its numbers written out");
    }
    return json;
  }

  /** How many characters longer it is where numbers have no exponent. */
  private static long addedByWritingOut(String json) {
    long added = 0;
    int at = 0;
    while (at < json.length()) {
      char c = json.charAt(at);
      if (c == '"') {
        at = afterText(json, at);
      } else if (c == '-' || isDigit(c)) {
        int end = afterNumber(json, at);
        added += addedByWritingOut(json.substring(at, end), end - at);
        at = end;
      } else {
        at++;
      }
    }
    return added;
  }

  private static int afterText(String json, int quote) {
    int at = quote + 1;
    while (at < json.length() && json.charAt(at) != '"') {
      at += json.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static int afterNumber(String json, int start) {
    int at = start + 1;
    while (at < json.length()
        && (isDigit(json.charAt(at)) || ".eE+-".indexOf(json.charAt(at)) >= 0)) {
      at++;
    }
    return at;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static long addedByWritingOut(String number, int length) {
    if (length <= LONGEST_NUMBER && number.indexOf('e') < 0 && number.indexOf('E') < 0) {
      return 0;
    }
    long digits = length > LONGEST_NUMBER ? length : digits(number);
    if (digits > LONGEST_NUMBER) {
      throw new InvalidValue(
          FIELD, "must have numbers of at most " + LONGEST_NUMBER + " digits, written out");
    }
    return digits;
  }

  private static long digits(String number) {
    try {
      BigDecimal value = new BigDecimal(number);
      long scale = value.scale();
      return Math.max(scale, value.precision() - Math.min(scale, 0));
    } catch (NumberFormatException outOfRange) {
      // An exponent beyond all bounds; or no number, and then the database refuses the text.
      return Long.MAX_VALUE;
    }
  }
}
