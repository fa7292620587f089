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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes details of an asset, if it is still of the version that the caller has seen. Never its
 * status, and never the price of a hold that has begun: that was copied.
 *
 * @param expectedVersion the version that the change was made for
 */
public record ChangeCommand(
    Caller caller, IdempotencyKey key, AssetId asset, long expectedVersion, Details details)
    implements KeyedCommand {

  /**
   * What is to change.
   *
   * @param name the new name; empty: as it is
   * @param attributes the new attributes as a whole; empty: as they are
   */
  public record Details(
      Optional<String> name,
      Change<String> category,
      Change<Money> price,
      Change<Duration> holdFor,
      Optional<String> attributes) {
    /** No change at all, to begin with. */
    public static final Details NONE =
        new Details(
            Optional.empty(),
            new Change.Keep<>(),
            new Change.Keep<>(),
            new Change.Keep<>(),
            Optional.empty());

    /**
     * @throws InvalidValue naming the value that breaks its rule
     */
    public Details {
      name.ifPresent(text -> Line.checked("name", text, CreateCommand.LONGEST_NAME));
      attributes.ifPresent(Attributes::checked);
      category =
          checked(category, text -> Line.checked("category", text, CreateCommand.LONGEST_CATEGORY));
      holdFor = checked(holdFor, length -> HoldLength.checked("hold_for", length));
    }

    public Details withName(String newName) {
      return new Details(Optional.of(newName), category, price, holdFor, attributes);
    }

    public Details withPrice(Money newPrice) {
      return new Details(name, category, new Change.Set<>(newPrice), holdFor, attributes);
    }

    AssetDetails applied(AssetDetails before) {
      return new AssetDetails(
          name.orElse(before.name()),
          category.applied(before.category()),
          price.applied(before.price()),
          holdFor.applied(before.holdFor()),
          attributes.orElse(before.attributes()));
    }

    private static <T> Change<T> checked(Change<T> change, UnaryOperator<T> check) {
      return change instanceof Change.Set<T>(T value)
          ? new Change.Set<>(check.apply(value))
          : change;
    }
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    List<@Nullable String> parts = new ArrayList<>();
    parts.add("asset.change");
    parts.add(asset.text());
    parts.add(Long.toString(expectedVersion));
    parts.add(details.name().orElse(null));
    add(parts, details.category(), text -> text);
    add(parts, details.price(), money -> money.amount() + " " + money.currency());
    add(parts, details.holdFor(), Duration::toString);
    parts.add(details.attributes().orElse(null));
    return parts;
  }

  /** Two parts each: whether to change, and to what. */
  private static <T> void add(
      List<@Nullable String> parts, Change<T> change, Function<T, String> text) {
    parts.add(change instanceof Change.Keep<T> ? "keep" : "change");
    parts.add(change instanceof Change.Set<T>(T value) ? text.apply(value) : null);
  }
}
