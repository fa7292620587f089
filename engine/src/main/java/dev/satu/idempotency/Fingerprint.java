package dev.satu.idempotency;

import java.util.Arrays;

/**
 * The fingerprint of one request: 16 bytes. Equal for equal requests of one installation, and
 * otherwise meaningless.
 */
public final class Fingerprint {
  static final int BYTES = 16;

  private final byte[] bytes;

  Fingerprint(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /** The bytes as they are stored. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
