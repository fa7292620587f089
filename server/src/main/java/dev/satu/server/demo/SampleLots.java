package dev.satu.server.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.satu.Satu;
import dev.satu.asset.CreateCommand;
import dev.satu.asset.CreateOutcome;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.Money;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.time.Duration;
import java.util.Optional;

/**
 * The lots that a demo begins with. Listed at every start; those that are listed already stay as
 * they are.
 */
final class SampleLots {
  private static final String FILE = "/samples/lots.csv";

  private SampleLots() {}

  /**
   * Lists all sample lots for an account, each under a key of its own: a start after a {@code kill
   * -9} in the middle adds what is missing and nothing twice.
   */
  static void list(Satu satu, Caller operator) throws IOException {
    try (InputStream file = SampleLots.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IOException("the sample lots are missing from the build: " + FILE);
      }
      try (Reader text = new InputStreamReader(file, UTF_8);
          CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(text)) {
        for (NamedCsvRecord row : rows) {
          Reply<CreateOutcome> reply = satu.assets().create(command(operator, row));
          if (reply instanceof Reply.Busy || reply instanceof Reply.Unknown) {
            throw new IOException("the sample lots could not be listed: " + reply);
          }
        }
      }
    }
  }

  private static CreateCommand command(Caller operator, NamedCsvRecord row) {
    String id = row.getField("asset_id");
    return new CreateCommand(
        operator,
        new IdempotencyKey("sample-lot:" + id),
        new AssetId(id),
        row.getField("name"),
        cell(row, "category"),
        cell(row, "price_amount")
            .map(amount -> new Money(Long.parseLong(amount), row.getField("price_currency"))),
        cell(row, "hold_for").map(Duration::parse),
        cell(row, "attributes").orElse("{}"));
  }

  private static Optional<String> cell(NamedCsvRecord row, String column) {
    return Optional.of(row.getField(column)).filter(text -> !text.isEmpty());
  }
}
