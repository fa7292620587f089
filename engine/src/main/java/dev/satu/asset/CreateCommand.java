package dev.satu.asset;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AssetId;
import dev.satu.value.Attributes;
import dev.satu.value.Caller;
import dev.satu.value.HoldLength;
import dev.satu.value.InvalidValue;
import dev.satu.value.Line;
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
 * @param attributes a JSON object within the bounds of {@link Attributes}; equal requests must
 *     spell it equally
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
  /** Of a name, in characters. */
  public static final int LONGEST_NAME = 255;

  /** Of a category, in characters. */
  public static final int LONGEST_CATEGORY = 64;

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public CreateCommand {
    Line.checked("name", name, LONGEST_NAME);
    category.ifPresent(text -> Line.checked("category", text, LONGEST_CATEGORY));
    Attributes.checked(attributes);
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
}
