package dev.satu.server.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * The text that a caller shows to prove who it is: {@code satu_} and at least 128 random bits in
 * letters, digits, {@code -} and {@code _}. The service keeps only its SHA-256, which is enough for
 * a text that nobody can guess.
 */
public final class ApiKey {
  private static final String PREFIX = "satu_";

  /** Compiled once: every request is held against it. */
  private static final Pattern SHAPE = Pattern.compile(PREFIX + "[A-Za-z0-9_-]+");

  private static final int LONGEST = 256;
  private static final int LEAST_BITS = 128;
  private static final int LEAST_DISTINCT = 8;

  // Crockford's: no letters that look like digits.
  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int GENERATED = 32;

  private ApiKey() {}

  /** A new key with 160 random bits. */
  public static String generate() {
    StringBuilder key = new StringBuilder(PREFIX);
    new SecureRandom()
        .ints(GENERATED, 0, ALPHABET.length())
        .forEach(i -> key.append(ALPHABET.charAt(i)));
    return key.toString();
  }

  /**
   * Refuses a key that does not look like 128 random bits.
   *
   * <p>The bits are counted from length and kinds of characters, which a text chosen by a person
   * can pass: only {@link #generate()} is sure.
   *
   * @throws IllegalArgumentException with a message for whoever chose the key; it does not repeat
   *     the key
   */
  public static void check(String key) {
    if (!key.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a key begins with " + PREFIX);
    }
    String random = key.substring(PREFIX.length());
    if (!random.matches("[A-Za-z0-9_-]*")) {
      throw new IllegalArgumentException("a key has only letters, digits, - and _ after " + PREFIX);
    }
    if (key.length() > LONGEST) {
      throw new IllegalArgumentException("a key has at most " + LONGEST + " characters");
    }
    if (random.length() * bitsPerCharacter(random) < LEAST_BITS
        || random.chars().distinct().count() < LEAST_DISTINCT) {
      throw new IllegalArgumentException(
          "a key carries at least 128 random bits after "
              + PREFIX
              + ": 22 characters of base64url, 32 of hexadecimal");
    }
  }

  private static double bitsPerCharacter(String random) {
    if (random.matches("[0-9]*")) {
      return 3.3;
    }
    if (random.matches("[0-9a-f]*|[0-9A-F]*")) {
      return 4;
    }
    return random.matches("[0-9a-z]*|[0-9A-Z]*") ? 5 : 6;
  }

  /** Whether a text has the shape of a key, and so is worth looking up. */
  static boolean isOne(String text) {
    return isShortEnough(text) && SHAPE.matcher(text).matches();
  }

  /** Whether a text is short enough to be worth a hash. */
  static boolean isShortEnough(String key) {
    return key.length() <= LONGEST;
  }

  /** What is kept of a key. */
  public static byte[] sha256(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
