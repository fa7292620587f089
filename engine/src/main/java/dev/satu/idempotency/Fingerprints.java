package dev.satu.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Makes fingerprints: keyed hashes that tell whether a key comes back with the same request.
 *
 * <p>HMAC-SHA-256 over the parts, each with its length before it (so that "a","bc" and "ab","c"
 * differ), cut to 128 bits. The secret is the installation's own, the same on every node. The buyer
 * of a buyer token is a part: another buyer with the same key is another request.
 */
public final class Fingerprints {
  private static final String ALGORITHM = "HmacSHA256";

  /** Ready to hash, and never used itself: looking up and keying one costs more than the hash. */
  private final Mac keyed;

  /**
   * @param secret the installation's fingerprint key, 32 bytes
   */
  public Fingerprints(byte[] secret) {
    try {
      keyed = Mac.getInstance(ALGORITHM);
      keyed.init(new SecretKeySpec(secret, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** The fingerprint of a command. Thread-safe. */
  public Fingerprint of(KeyedCommand command) {
    Mac mac = mac();
    var buyer = command.caller().buyer();
    add(mac, buyer == null ? null : buyer.text());
    List<@Nullable String> parts = command.fingerprintParts();
    parts.forEach(part -> add(mac, part));
    return new Fingerprint(Arrays.copyOf(mac.doFinal(), Fingerprint.BYTES));
  }

  private static void add(Mac mac, @Nullable String part) {
    if (part == null) {
      mac.update(ByteBuffer.allocate(4).putInt(-1).array());
      return;
    }
    byte[] bytes = part.getBytes(UTF_8);
    mac.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
    mac.update(bytes);
  }

  private Mac mac() {
    try {
      return (Mac) keyed.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("a " + ALGORITHM + " that cannot be copied", e);
    }
  }
}
