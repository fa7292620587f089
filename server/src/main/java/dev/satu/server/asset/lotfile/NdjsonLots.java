package dev.satu.server.asset.lotfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.satu.imports.LotFile;
import dev.satu.server.http.CanonicalJson;
import dev.satu.value.InvalidValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lots as lines of JSON, each an object with the fields of a new asset.
 *
 * <p>A field that is not there is not spoken of; {@code null} says that there is no value.
 */
final class NdjsonLots implements LotFile {
  private static final char MARK = '\uFEFF';

  /** More than a good line can have, attributes and escapes included. */
  private static final int LONGEST_LINE = 1 << 20;

  private final Path file;

  NdjsonLots(Path file) {
    this.file = file;
  }

  @Override
  public void readInto(Taker taker) throws SQLException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(WatchedFile.of(file, taker), UTF_8))) {
      StringBuilder text = new StringBuilder();
      for (long line = 1; taker.wantsMore() && readLine(reader, text); line++) {
        if (line == 1 && !text.isEmpty() && text.charAt(0) == MARK) {
          text.deleteCharAt(0);
        }
        if (text.length() > LONGEST_LINE) {
          new LotBuilder(taker, line).bad(null, "has more than " + LONGEST_LINE + " characters");
        } else if (!text.toString().isBlank()) {
          read(new LotBuilder(taker, line), text.toString());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a line, and of a very long one its beginning only. */
  private static boolean readLine(BufferedReader reader, StringBuilder text) throws IOException {
    text.setLength(0);
    int read = reader.read();
    if (read < 0) {
      return false;
    }
    for (; read >= 0 && read != '\n'; read = reader.read()) {
      if (text.length() <= LONGEST_LINE) {
        text.append((char) read);
      }
    }
    return true;
  }

  private static void read(LotBuilder lot, String text) throws SQLException {
    ObjectNode object;
    try {
      object = CanonicalJson.object("$", text);
    } catch (InvalidValue invalid) {
      lot.bad(null, invalid.rule());
      return;
    }
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      read(lot, field.getKey(), field.getValue());
    }
    for (String needed : new String[] {"asset_id", "name"}) {
      if (!object.has(needed)) {
        lot.bad(needed, "must be given as a text");
      }
    }
    lot.finish();
  }

  private static void read(LotBuilder lot, String field, JsonNode value) {
    switch (field) {
      case "asset_id", "name" -> {
        if (!value.isTextual()) {
          lot.bad(field, "must be given as a text");
        } else if (field.equals("name")) {
          lot.name(value.textValue());
        } else {
          lot.asset(value.textValue());
        }
      }
      case "category" -> lot.category(textOrNull(lot, field, value));
      case "hold_for" -> lot.holdFor(textOrNull(lot, field, value));
      case "price" -> price(lot, value);
      case "attributes" -> attributes(lot, value);
      default ->
          lot.bad(
              field.length() <= 100 ? field : field.substring(0, 100) + "…", "is not known here");
    }
  }

  private static @Nullable String textOrNull(LotBuilder lot, String field, JsonNode value) {
    if (!value.isNull() && !value.isTextual()) {
      lot.bad(field, "must be given as a text");
    }
    return value.textValue();
  }

  private static void price(LotBuilder lot, JsonNode value) {
    if (value.isNull()) {
      lot.noPrice();
    } else if (!value.isObject()) {
      lot.bad("price", "must be given as an object");
    } else if (!value.path("amount").isIntegralNumber()
        || !value.path("amount").canConvertToLong()) {
      lot.bad("price.amount", "must be given as a whole number");
    } else if (!value.path("currency").isTextual()) {
      lot.bad("price.currency", "must be given as a text");
    } else if (value.size() > 2) {
      lot.bad("price", "has an amount and a currency, and nothing else");
    } else {
      lot.price("price.", value.path("amount").longValue(), value.path("currency").textValue());
    }
  }

  private static void attributes(LotBuilder lot, JsonNode value) {
    if (value.isObject()) {
      lot.attributes(() -> CanonicalJson.of(value));
    } else if (value.isNull()) {
      lot.attributes(() -> "{}");
    } else {
      lot.bad("attributes", "must be given as an object");
    }
  }
}
