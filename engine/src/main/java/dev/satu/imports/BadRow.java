package dev.satu.imports;

import dev.satu.value.InvalidValue;
import java.util.Optional;

/**
 * What is wrong with a row of a file of lots.
 *
 * @param line where the row begins in the file, from 1
 * @param column the name of the column or field, if it is about one
 * @param why to be read after the column's name
 */
public record BadRow(long line, Optional<String> column, String why) {
  /** A row that is wrong as a whole. */
  public static BadRow of(long line, String why) {
    return new BadRow(line, Optional.empty(), why);
  }

  /** A row with one wrong value. */
  public static BadRow of(long line, String column, String why) {
    return new BadRow(line, Optional.of(column), why);
  }

  /** A row with one wrong value. */
  public static BadRow of(long line, InvalidValue invalid) {
    return of(line, invalid.field(), invalid.rule());
  }
}
