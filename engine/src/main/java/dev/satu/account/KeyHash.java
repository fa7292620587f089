package dev.satu.account;

import dev.satu.value.Slot;
import java.util.Arrays;

/** The SHA-256 of an API key: all that is ever stored of it. */
public final class KeyHash {
  private static final int BYTES = 32;

  private final byte[] bytes;

  /**
   * @throws IllegalArgumentException unless it is 32 bytes
   */
  public KeyHash(byte[] sha256) {
    if (sha256.length != BYTES) {
      throw new IllegalArgumentException("a SHA-256 has 32 bytes");
    }
    bytes = sha256.clone();
  }

  byte[] bytes() {
    return bytes.clone();
  }

  short slot() {
    return Slot.ofKeyHash(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyHash that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
