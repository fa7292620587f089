package dev.satu.server.asset.lotfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.satu.imports.BadRow;
import dev.satu.imports.LotFile;
import dev.satu.server.http.CanonicalJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lots in CSV after RFC 4180: commas, double quotes, a header that names the columns in any order.
 *
 * <p>A column that is not there is not spoken of; an empty cell says that there is no value.
 */
final class CsvLots implements LotFile {
  private static final String ID = "asset_id";
  private static final String NAME = "name";
  private static final String CATEGORY = "category";
  private static final String AMOUNT = "price_amount";
  private static final String CURRENCY = "price_currency";
  private static final String HOLD_FOR = "hold_for";
  private static final String ATTRIBUTES = "attributes";
  private static final List<String> COLUMNS =
      List.of(ID, NAME, CATEGORY, AMOUNT, CURRENCY, HOLD_FOR, ATTRIBUTES);

  /** Of a cell: as long as attributes may be. */
  private static final int LONGEST_CELL = 65_536;

  private static final String UNREADABLE =
      "cannot be read as CSV (RFC 4180) here or a little further on, nor what follows: a quote is not closed, something"
          + " stands between a closing quote and the comma, or a cell has more than "
          + LONGEST_CELL
          + " characters";

  private final Path file;

  CsvLots(Path file) {
    this.file = file;
  }

  @Override
  public void readInto(Taker taker) throws SQLException {
    CsvRecordHandler handler =
        CsvRecordHandler.builder()
            .maxFieldSize(LONGEST_CELL)
            .maxRecordSize(COLUMNS.size() * LONGEST_CELL)
            .build();
    long line = 0;
    try (WatchedFile watched = WatchedFile.of(file, taker);
        CsvReader<CsvRecord> records =
            CsvReader.builder()
                .detectBomHeader(true)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(handler, watched, UTF_8)) {
      Iterator<CsvRecord> rows = records.iterator();
      if (!rows.hasNext()) {
        taker.bad(BadRow.of(1, "the file has no header"));
        return;
      }
      CsvRecord header = rows.next();
      line = header.getStartingLineNumber();
      if (!isHeader(header, taker)) {
        return;
      }
      List<String> columns = header.getFields();
      while (taker.wantsMore() && rows.hasNext()) {
        CsvRecord record = rows.next();
        line = record.getStartingLineNumber();
        read(columns, record, taker);
      }
    } catch (CsvParseException _) {
      taker.bad(BadRow.of(line + 1, UNREADABLE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isHeader(CsvRecord header, Taker taker) {
    long line = header.getStartingLineNumber();
    List<BadRow> bad = new ArrayList<>();
    List<String> columns = header.getFields();
    if (columns.size() == 1 && !columns.getFirst().equals(ID)) {
      separator(columns.getFirst()).ifPresent(why -> bad.add(BadRow.of(line, why)));
    }
    if (bad.isEmpty()) {
      Set<String> seen = new HashSet<>();
      for (String column : columns) {
        if (!COLUMNS.contains(column)) {
          bad.add(BadRow.of(line, cut(column), unknown(column)));
        } else if (!seen.add(column)) {
          bad.add(BadRow.of(line, column, "stands in the header twice"));
        }
      }
      for (String needed : List.of(ID, NAME)) {
        if (!seen.contains(needed)) {
          bad.add(BadRow.of(line, needed, "is missing in the header"));
        }
      }
      if (seen.contains(AMOUNT) != seen.contains(CURRENCY)) {
        bad.add(
            BadRow.of(
                line,
                seen.contains(AMOUNT) ? CURRENCY : AMOUNT,
                "is missing in the header: a price is an amount and a currency"));
      }
    }
    bad.forEach(taker::bad);
    return bad.isEmpty();
  }

  private static Optional<String> separator(String header) {
    if (header.contains(";")) {
      return Optional.of("the columns are separated by semicolons: save it with commas");
    }
    return header.contains("\t")
        ? Optional.of("the columns are separated by tabs: save it with commas")
        : Optional.empty();
  }

  private static String unknown(String column) {
    String asKnown = column.strip().replace("\uFEFF", "").toLowerCase(Locale.ROOT);
    String known = "is not known here; there are " + String.join(", ", COLUMNS);
    return COLUMNS.contains(asKnown)
        ? "is not known here: write " + asKnown + ", without anything around it"
        : known;
  }

  private static String cut(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }

  private static void read(List<String> columns, CsvRecord record, Taker taker)
      throws SQLException {
    LotBuilder lot = new LotBuilder(taker, record.getStartingLineNumber());
    if (record.getFieldCount() != columns.size()) {
      lot.bad(
          null, "has " + record.getFieldCount() + " cells where the header has " + columns.size());
      return;
    }
    String amount = "";
    String currency = "";
    boolean hasPrice = false;
    for (int i = 0; i < columns.size(); i++) {
      String cell = record.getField(i);
      switch (columns.get(i)) {
        case ID -> lot.asset(cell);
        case NAME -> lot.name(cell);
        case CATEGORY -> lot.category(orNull(cell));
        case AMOUNT -> {
          hasPrice = true;
          amount = cell;
        }
        case CURRENCY -> currency = cell;
        case HOLD_FOR -> lot.holdFor(orNull(cell));
        case ATTRIBUTES ->
            lot.attributes(() -> cell.isEmpty() ? "{}" : CanonicalJson.ofText(ATTRIBUTES, cell));
        default -> throw new IllegalStateException("the header was checked");
      }
    }
    if (hasPrice) {
      price(lot, amount, currency);
    }
    lot.finish();
  }

  private static void price(LotBuilder lot, String amount, String currency) {
    if (amount.isEmpty() && currency.isEmpty()) {
      lot.noPrice();
    } else if (amount.isEmpty()) {
      lot.bad(AMOUNT, "must be given with price_currency");
    } else if (!isWholeNumber(amount)) {
      lot.bad(AMOUNT, "must be a whole number of minor units, written with digits only");
    } else {
      lot.price("price_", Long.parseLong(amount), currency);
    }
  }

  private static boolean isWholeNumber(String text) {
    return text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static @Nullable String orNull(String cell) {
    return cell.isEmpty() ? null : cell;
  }
}
