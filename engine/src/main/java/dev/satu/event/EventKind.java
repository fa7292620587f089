package dev.satu.event;

/** The stable names of events. The schema's {@code event_kind} constraint lists the same. */
public enum EventKind {
  ASSET_CREATED("asset.created"),
  ASSET_UPDATED("asset.updated"),
  ASSET_HELD("asset.held"),
  ASSET_EXTENDED("asset.extended"),
  ASSET_RELEASED("asset.released"),
  ASSET_EXPIRED("asset.expired"),
  ASSET_SOLD("asset.sold"),
  PAYMENT_UNMATCHED("payment.unmatched");

  private final String text;

  EventKind(String text) {
    this.text = text;
  }

  /** The name as it is stored and sent. */
  public String text() {
    return text;
  }
}
