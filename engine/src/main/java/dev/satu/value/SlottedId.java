package dev.satu.value;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;

/**
 * Ids that we make: a prefix and a ULID whose last two characters (ten of its eighty random bits)
 * are the slot.
 *
 * <p>So an id finds its row without a look-up, still sorts by the time it was made (by the clock of
 * the machine that made it: for reading only, nothing is decided by it), and cannot be guessed:
 * seventy bits are random.
 */
final class SlottedId {
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int ULID_LENGTH = 26;

  private SlottedId() {}

  static String create(String prefix, short slot) {
    String ulid = UlidCreator.getUlid().toString();
    return prefix
        + ulid.substring(0, ULID_LENGTH - 2)
        + DIGITS.charAt(slot >> 5)
        + DIGITS.charAt(slot & 31);
  }

  static boolean isOne(String prefix, String id) {
    return id.length() == prefix.length() + ULID_LENGTH
        && id.startsWith(prefix)
        && Ulid.isValid(id.substring(prefix.length()))
        && DIGITS.indexOf(id.charAt(id.length() - 1)) >= 0
        && DIGITS.indexOf(id.charAt(id.length() - 2)) >= 0;
  }

  static short slot(String id) {
    int high = DIGITS.indexOf(id.charAt(id.length() - 2));
    int low = DIGITS.indexOf(id.charAt(id.length() - 1));
    return (short) (high << 5 | low);
  }
}
