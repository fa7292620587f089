package dev.satu.imports;

import dev.satu.asset.CreateCommand;
import dev.satu.value.AssetId;
import dev.satu.value.Attributes;
import dev.satu.value.HoldLength;
import dev.satu.value.InvalidValue;
import dev.satu.value.Line;
import dev.satu.value.Money;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A row of a file of lots. The rules of its values are those of {@link CreateCommand}.
 *
 * @param line where it begins in the file, from 1
 * @param attributes a JSON object; {@code {}} if unsaid
 * @param said the details that the file speaks of: the others are neither compared with those of a
 *     lot that is listed already, nor changed
 */
public record LotRow(
    long line,
    AssetId asset,
    String name,
    Optional<String> category,
    Optional<Money> price,
    Optional<Duration> holdFor,
    String attributes,
    Set<LotDetail> said) {

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public LotRow {
    Line.checked("name", name, CreateCommand.LONGEST_NAME);
    category.ifPresent(text -> Line.checked("category", text, CreateCommand.LONGEST_CATEGORY));
    Attributes.checked(attributes);
    holdFor = holdFor.map(length -> HoldLength.checked("hold_for", length));
    said = Set.copyOf(said);
  }
}
