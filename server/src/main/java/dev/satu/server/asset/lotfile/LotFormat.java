package dev.satu.server.asset.lotfile;

import dev.satu.imports.LotFile;
import jakarta.ws.rs.core.MediaType;
import java.nio.file.Path;

/** How a file of lots is written. */
public enum LotFormat {
  /** {@code text/csv}: RFC 4180, with a header that names the columns. */
  CSV,
  /** {@code application/x-ndjson}: one JSON object a line, with the fields of a new asset. */
  NDJSON;

  /** The format of this media type; no others than these two come here. */
  public static LotFormat of(MediaType given) {
    return given.getSubtype().equalsIgnoreCase("csv") ? CSV : NDJSON;
  }

  /** The file, checked for its encoding before any row of it is read. */
  public LotFile read(Path file) {
    LotFile rows =
        switch (this) {
          case CSV -> new CsvLots(file);
          case NDJSON -> new NdjsonLots(file);
        };
    return taker -> {
      var fault = TextEncoding.faultOf(file);
      if (fault.isPresent()) {
        taker.bad(fault.get());
      } else {
        rows.readInto(taker);
      }
    };
  }
}
