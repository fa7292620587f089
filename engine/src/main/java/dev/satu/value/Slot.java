package dev.satu.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The slot of a row: a stable number from 0 to 1023 that follows from the identity the row belongs
 * to.
 *
 * <p>It is the low ten bits of the CRC-32C of the identity's UTF-8 bytes, its parts joined by a
 * line feed (which no part can contain). Rows are found by it, so it never changes.
 */
public final class Slot {
  /**
   * How many slots there are; also 32², so that a slot is two characters of Crockford's base 32.
   */
  public static final int COUNT = 1024;

  private Slot() {}

  /** The slot of an asset, and of every reservation on it. */
  public static short of(AssetId asset) {
    return ofParts(asset.text());
  }

  /** The slot of a buyer's row. */
  public static short of(AccountId account, BuyerId buyer) {
    return ofParts(account.text() + '\n' + buyer.text());
  }

  /** The slot of a payment. */
  public static short of(Gateway gateway, PaymentRef payment) {
    return ofParts(gateway.text() + '\n' + payment.text());
  }

  /** The slot of an account. */
  public static short of(AccountId account) {
    return ofParts(account.text());
  }

  /** The slot of an API key, by the hash it is looked up with. */
  public static short ofKeyHash(byte[] sha256) {
    return ofParts(HexFormat.of().formatHex(sha256));
  }

  /** The slot of an idempotency key. */
  public static short ofKey(AccountId account, String key) {
    return ofParts(account.text() + '\n' + key);
  }

  private static short ofParts(String identity) {
    CRC32C sum = new CRC32C();
    sum.update(identity.getBytes(UTF_8));
    return (short) (sum.getValue() & (COUNT - 1));
  }
}
