package dev.satu.asset;

import dev.satu.value.InvalidValue;
import dev.satu.value.Line;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which assets a listing shows: those that meet every condition that is there.
 *
 * @param status what it is now: an overdue hold counts as {@link AssetStatus#AVAILABLE}
 * @param text words that its id or name has, or the beginnings of words; all of them, in any order
 * @param currency the currency of its price; needed for the two bounds
 * @param priceMin the least price, in minor units
 * @param priceMax the highest
 */
public record AssetFilter(
    Optional<AssetStatus> status,
    Optional<String> category,
    Optional<String> text,
    Optional<String> currency,
    Optional<Long> priceMin,
    Optional<Long> priceMax) {
  /** Shows everything. */
  public static final AssetFilter ALL =
      new AssetFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static final int LONGEST_TEXT = 200;

  /**
   * @throws InvalidValue naming the condition that breaks its rule
   */
  public AssetFilter {
    category.ifPresent(c -> Line.checked("category", c, CreateCommand.LONGEST_CATEGORY));
    text.ifPresent(t -> Line.checked("text", t, LONGEST_TEXT));
    if (text.isPresent() && words(text.get()).findAny().isEmpty()) {
      throw new InvalidValue("text", "must have a letter or a digit");
    }
    if (currency.isPresent() && !currency.get().matches("[A-Z]{3}")) {
      throw new InvalidValue("currency", "must be three letters A to Z, as in ISO 4217");
    }
    if (currency.isEmpty() && (priceMin.isPresent() || priceMax.isPresent())) {
      throw new InvalidValue("currency", "must be given with price_min and price_max");
    }
  }

  public AssetFilter withStatus(AssetStatus newStatus) {
    return new AssetFilter(Optional.of(newStatus), category, text, currency, priceMin, priceMax);
  }

  public AssetFilter withCategory(String newCategory) {
    return new AssetFilter(status, Optional.of(newCategory), text, currency, priceMin, priceMax);
  }

  public AssetFilter withText(String newText) {
    return new AssetFilter(status, category, Optional.of(newText), currency, priceMin, priceMax);
  }

  public AssetFilter withPrice(String newCurrency, Optional<Long> least, Optional<Long> highest) {
    return new AssetFilter(status, category, text, Optional.of(newCurrency), least, highest);
  }

  /**
   * The text as a tsquery of word beginnings; letters and digits only, so nothing is an operator.
   */
  Optional<String> textQuery() {
    return text.map(t -> words(t).map(word -> word + ":*").collect(Collectors.joining(" & ")));
  }

  /**
   * Whether few assets may meet its conditions but for the text. Most of a catalogue is for sale or
   * sold, and most of it has one currency, so those alone leave many.
   */
  boolean mayBeNarrowWithoutText() {
    return category.isPresent()
        || priceMin.isPresent()
        || priceMax.isPresent()
        || status.equals(Optional.of(AssetStatus.HELD))
        || status.equals(Optional.of(AssetStatus.WITHDRAWN));
  }

  private static Stream<String> words(String text) {
    return Stream.of(text.split("[^\\p{L}\\p{M}\\p{N}]+", -1)).filter(word -> !word.isEmpty());
  }
}
