package dev.satu.server.asset.lotfile;

import dev.satu.imports.BadRow;
import dev.satu.imports.LotDetail;
import dev.satu.imports.LotFile;
import dev.satu.imports.LotRow;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes a row out of its values, and tells of each value that is none. */
final class LotBuilder {
  private final LotFile.Taker taker;
  private final long line;
  private final EnumSet<LotDetail> said = EnumSet.noneOf(LotDetail.class);
  private @Nullable AssetId asset;
  private String name = "";
  private Optional<String> category = Optional.empty();
  private Optional<Money> price = Optional.empty();
  private Optional<Duration> holdFor = Optional.empty();
  private String attributes = "{}";
  private boolean isBad;

  LotBuilder(LotFile.Taker taker, long line) {
    this.taker = taker;
    this.line = line;
  }

  void bad(@Nullable String column, String why) {
    isBad = true;
    taker.bad(new BadRow(line, Optional.ofNullable(column), why));
  }

  void asset(String id) {
    asset = value(() -> new AssetId(id));
  }

  void name(String text) {
    name = text;
  }

  void category(@Nullable String text) {
    said.add(LotDetail.CATEGORY);
    category = Optional.ofNullable(text);
  }

  /**
   * A price.
   *
   * @param prefix what stands before amount and currency in the names of the two
   */
  void price(String prefix, long amount, String currency) {
    said.add(LotDetail.PRICE);
    price =
        Optional.ofNullable(
            value(() -> {
              try {
                return new Money(amount, currency);
              } catch (InvalidValue invalid) {
                throw new InvalidValue(prefix + invalid.field(), invalid.rule());
              }
            }));
  }

  void noPrice() {
    said.add(LotDetail.PRICE);
  }

  void holdFor(@Nullable String text) {
    said.add(LotDetail.HOLD_FOR);
    holdFor = Optional.ofNullable(text).map(length -> value(() -> duration(length)));
  }

  /**
   * Attributes.
   *
   * @param json gives a JSON object, or an {@link InvalidValue}
   */
  void attributes(Supplier<String> json) {
    said.add(LotDetail.ATTRIBUTES);
    String value = value(json);
    attributes = value == null ? "{}" : value;
  }

  /** Hands the row over, unless something of it was bad. */
  void finish() throws SQLException {
    AssetId id = asset;
    if (isBad || id == null) {
      return;
    }
    LotRow row =
        value(() -> new LotRow(line, id, name, category, price, holdFor, attributes, said));
    if (row != null) {
      taker.lot(row);
    }
  }

  private static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException | ArithmeticException notIso) {
      throw new InvalidValue("hold_for", "must be given as an ISO 8601 duration such as PT5M");
    }
  }

  private <T> @Nullable T value(Supplier<T> of) {
    try {
      return of.get();
    } catch (InvalidValue invalid) {
      bad(invalid.field(), invalid.rule());
      return null;
    }
  }
}
