package dev.satu.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A file of lots as a seller of surplus might have it: seven columns, names of six or seven words,
 * ids in the order of the file. Equal seeds give equal files.
 */
final class LotFile {
  private static final String[] THINGS = {
    "Wheelset", "Station clock", "Signal lamp", "Bogie frame", "Sleeper", "Coupling", "Pantograph"
  };

  private LotFile() {}

  /**
   * Writes a file.
   *
   * @param prefix of the ids, so that a file lists lots that no other lists
   */
  static void write(Path file, String prefix, int lots, long seed) throws IOException {
    Random random = new Random(seed);
    try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
      out.write("asset_id,name,category,price_amount,price_currency,hold_for,attributes\n");
      for (int i = 0; i < lots; i++) {
        out.write(
            "%s-%08d,\"%s type %d, no. %d, grade %c\",cat-%d,%d,CHF,%s,\"{\"\"year\"\":%d,\"\"weight_kg\"\":%d}\"\n"
                .formatted(
                    prefix,
                    i,
                    THINGS[random.nextInt(THINGS.length)],
                    random.nextInt(100),
                    random.nextInt(100_000),
                    'A' + random.nextInt(4),
                    random.nextInt(40),
                    1 + random.nextInt(1_000_000),
                    random.nextInt(4) == 0 ? "PT30M" : "",
                    1950 + random.nextInt(70),
                    random.nextInt(5_000)));
      }
    }
  }
}
