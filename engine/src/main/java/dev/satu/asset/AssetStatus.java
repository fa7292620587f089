package dev.satu.asset;

/** The states of an asset. The schema's {@code asset_status} constraint lists the same. */
public enum AssetStatus {
  /** Anybody may hold it. Moved on by a buyer's hold, or by an operator who withdraws it. */
  AVAILABLE,
  /**
   * One reservation holds it until {@code hold_expires_at}. Moved on by its buyer, by time, or by
   * the payment.
   */
  HELD,
  /** Sold for good. Only an operator's cancelled sale leaves it. */
  SOLD,
  /** Not for sale. Moved on by an operator who lists it again. */
  WITHDRAWN
}
