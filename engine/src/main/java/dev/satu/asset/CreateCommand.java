package dev.satu.asset;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.HoldLength;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists a new asset.
 *
 * @param name 1 to 255 characters, for people
 * @param category 1 to 64 characters, if any
 * @param price what a commit is compared with, if any
 * @param holdFor how long holds on it last, 1 s to 24 h; empty: the default
 * @param attributes a JSON object; equal requests must spell it equally
 */
public record CreateCommand(
    Caller caller,
    IdempotencyKey key,
    AssetId asset,
    String name,
    Optional<String> category,
    Optional<Money> price,
    Optional<Duration> holdFor,
    String attributes)
    implements KeyedCommand {
  static final int LONGEST_NAME = 255;
  static final int LONGEST_CATEGORY = 64;

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public CreateCommand {
    text("name", name, LONGEST_NAME);
    category.ifPresent(text -> text("category", text, LONGEST_CATEGORY));
    holdFor = holdFor.map(length -> HoldLength.checked("hold_for", length));
  }

  /** A new asset with nothing but a name. */
  public static CreateCommand of(Caller caller, IdempotencyKey key, AssetId asset, String name) {
    return new CreateCommand(
        caller, key, asset, name, Optional.empty(), Optional.empty(), Optional.empty(), "{}");
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return Arrays.<@Nullable String>asList(
        "asset.create",
        asset.text(),
        name,
        category.orElse(null),
        price.map(money -> Long.toString(money.amount())).orElse(null),
        price.map(Money::currency).orElse(null),
        holdFor.map(Duration::toString).orElse(null),
        attributes);
  }

  static void text(String field, String text, int longest) {
    int length = text.codePointCount(0, text.length());
    if (text.isBlank() || length > longest) {
      throw new InvalidValue(field, "must be 1 to " + longest + " characters, not all blank");
    }
    if (text.chars().anyMatch(Character::isISOControl) || !isWellFormed(text)) {
      throw new InvalidValue(field, "must not contain control characters or broken Unicode");
    }
  }

  private static boolean isWellFormed(String text) {
    return text.codePoints().noneMatch(point -> Character.getType(point) == Character.SURROGATE);
  }
}
