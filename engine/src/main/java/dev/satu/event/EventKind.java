package dev.satu.event;

import java.util.Arrays;

/** The stable names of events. The schema's {@code event_kind} constraint lists the same. */
public enum EventKind {
  ASSET_CREATED("asset.created"),
  ASSET_UPDATED("asset.updated"),
  ASSET_HELD("asset.held"),
  ASSET_EXTENDED("asset.extended"),
  ASSET_RELEASED("asset.released"),
  ASSET_EXPIRED("asset.expired"),
  ASSET_SOLD("asset.sold"),
  ASSET_WITHDRAWN("asset.withdrawn"),
  ASSET_RELISTED("asset.relisted"),
  ASSET_SALE_CANCELLED("asset.sale_cancelled"),
  PAYMENT_UNMATCHED("payment.unmatched");

  private final String text;

  EventKind(String text) {
    this.text = text;
  }

  /**
   * The kind of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static EventKind of(String text) {
    return Arrays.stream(values())
        .filter(kind -> kind.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no kind of event is called " + text));
  }

  /** The name as it is stored and sent. */
  public String text() {
    return text;
  }
}
