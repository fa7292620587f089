package dev.satu.asset;

import dev.satu.value.Line;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * The orders of a listing. Each ends with the id, so that no two assets stand at one place. Names
 * are in the order of their code points, which is the same on every machine.
 */
public enum AssetSort {
  BY_ID("id", "a.id > ?", "a.id"),
  BY_ID_BACKWARDS("-id", "a.id < ?", "a.id DESC"),
  BY_NAME("name", "(a.name COLLATE \"C\", a.id) > (?, ?)", "a.name COLLATE \"C\", a.id"),
  BY_NAME_BACKWARDS(
      "-name", "(a.name COLLATE \"C\", a.id) < (?, ?)", "a.name COLLATE \"C\" DESC, a.id DESC"),
  OLDEST_FIRST("created_at", "(a.created_at, a.id) > (?, ?)", "a.created_at, a.id"),
  NEWEST_FIRST("-created_at", "(a.created_at, a.id) < (?, ?)", "a.created_at DESC, a.id DESC"),
  CHEAPEST_FIRST("price", "(a.price_amount, a.id) > (?, ?)", "a.price_amount, a.id"),
  DEAREST_FIRST("-price", "(a.price_amount, a.id) < (?, ?)", "a.price_amount DESC, a.id DESC");

  private final String text;
  private final String after;
  private final String order;

  AssetSort(String text, String after, String order) {
    this.text = text;
    this.after = after;
    this.order = order;
  }

  /** The order of this name. */
  public static Optional<AssetSort> named(String name) {
    return Arrays.stream(values()).filter(sort -> sort.text.equals(name)).findFirst();
  }

  /** Its name, as it is asked for. */
  public String text() {
    return text;
  }

  /** Whether amounts are compared, which only those of one currency can be. */
  public boolean needsCurrency() {
    return this == CHEAPEST_FIRST || this == DEAREST_FIRST;
  }

  /** Whether nothing is compared but the id. */
  boolean isById() {
    return this == BY_ID || this == BY_ID_BACKWARDS;
  }

  /** The condition that an asset stands after a place. */
  String afterSql() {
    return after;
  }

  String orderSql() {
    return order;
  }

  /** The place of an asset in this order. */
  AssetCursor placeOf(Asset asset) {
    String key =
        switch (this) {
          case BY_ID, BY_ID_BACKWARDS -> "";
          case BY_NAME, BY_NAME_BACKWARDS -> asset.name();
          case OLDEST_FIRST, NEWEST_FIRST -> asset.createdAt().toString();
          case CHEAPEST_FIRST, DEAREST_FIRST -> Long.toString(asset.price().orElseThrow().amount());
        };
    return new AssetCursor(this, key, asset.id());
  }

  /**
   * What is compared before the id; empty if the id alone is.
   *
   * @throws IllegalArgumentException or {@link java.time.DateTimeException} if it is none
   */
  Optional<Object> key(String written) {
    return switch (this) {
      case BY_ID, BY_ID_BACKWARDS -> Optional.empty();
      case BY_NAME, BY_NAME_BACKWARDS ->
          Optional.of(Line.checked("name", written, CreateCommand.LONGEST_NAME));
      case OLDEST_FIRST, NEWEST_FIRST -> Optional.of(Instant.parse(written));
      case CHEAPEST_FIRST, DEAREST_FIRST -> Optional.of(Long.valueOf(written));
    };
  }
}
