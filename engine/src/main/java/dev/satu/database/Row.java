package dev.satu.database;

import dev.satu.value.Money;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The current row of a result, read by column name. Valid until the next row is read. */
public final class Row {
  private final ResultSet results;

  Row(ResultSet results) {
    this.results = results;
  }

  /** A text that is not NULL. */
  public String text(String column) throws SQLException {
    return present(column, results.getString(column));
  }

  /** A text, or nothing for NULL. */
  public Optional<String> textIfAny(String column) throws SQLException {
    return Optional.ofNullable(results.getString(column));
  }

  /** An array of texts; NULL is none. */
  public List<String> texts(String column) throws SQLException {
    Array array = results.getArray(column);
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  public byte[] bytes(String column) throws SQLException {
    return present(column, results.getBytes(column));
  }

  public boolean flag(String column) throws SQLException {
    return results.getBoolean(column);
  }

  public int integer(String column) throws SQLException {
    return results.getInt(column);
  }

  public short smallint(String column) throws SQLException {
    return results.getShort(column);
  }

  public long bigint(String column) throws SQLException {
    return results.getLong(column);
  }

  /** A number, or nothing for NULL. */
  public Optional<Long> bigintIfAny(String column) throws SQLException {
    long value = results.getLong(column);
    return results.wasNull() ? Optional.empty() : Optional.of(value);
  }

  /** Money in its two columns, or nothing where they are NULL. */
  public Optional<Money> moneyIfAny(String amountColumn, String currencyColumn)
      throws SQLException {
    Optional<Long> amount = bigintIfAny(amountColumn);
    Optional<String> currency = textIfAny(currencyColumn);
    return amount.flatMap(minor -> currency.map(code -> new Money(minor, code)));
  }

  /** A timestamptz that is not NULL. */
  public Instant instant(String column) throws SQLException {
    return present(column, instantOrNull(column));
  }

  /** A timestamptz, or nothing for NULL. */
  public Optional<Instant> instantIfAny(String column) throws SQLException {
    return Optional.ofNullable(instantOrNull(column));
  }

  /** A column of seconds ({@code extract(epoch FROM an_interval)}), or nothing for NULL. */
  public Optional<Duration> secondsIfAny(String column) throws SQLException {
    BigDecimal seconds = results.getBigDecimal(column);
    return seconds == null
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(seconds.movePointRight(9).longValue()));
  }

  private @Nullable Instant instantOrNull(String column) throws SQLException {
    OffsetDateTime value = results.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  private static <T> T present(String column, @Nullable T value) {
    if (value == null) {
      throw new DatabaseFailure("column " + column + " is NULL, which the schema forbids");
    }
    return value;
  }
}
