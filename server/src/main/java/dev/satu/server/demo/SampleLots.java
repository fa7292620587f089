package dev.satu.server.demo;

import dev.satu.Satu;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.imports.ImportCommand;
import dev.satu.imports.ImportMode;
import dev.satu.imports.ImportOutcome;
import dev.satu.server.asset.lotfile.LotFormat;
import dev.satu.server.asset.lotfile.SpooledFile;
import dev.satu.value.Caller;
import java.io.IOException;
import java.io.InputStream;
import org.jboss.logging.Logger;

/** The lots that a demo begins with: imported when it first starts on its data. */
final class SampleLots {
  private static final String FILE = "/samples/lots.csv";
  private static final Logger LOG = Logger.getLogger(SampleLots.class);

  private SampleLots() {}

  /**
   * Imports the sample lots for an account, all or none of them, under a key that is the file's
   * own: a later start replays the first answer and changes nothing.
   */
  static void list(Satu satu, Caller operator) throws IOException {
    try (InputStream resource = SampleLots.class.getResourceAsStream(FILE)) {
      if (resource == null) {
        throw new IOException("the sample lots are missing from the build: " + FILE);
      }
      try (SpooledFile file = SpooledFile.of(resource, Long.MAX_VALUE, bytes -> {})) {
        ImportCommand command =
            new ImportCommand(
                operator,
                new IdempotencyKey("sample-lots-" + file.sha256()),
                "CSV " + file.sha256(),
                ImportMode.REPORT);
        Reply<ImportOutcome> reply = satu.imports().run(command, LotFormat.CSV.read(file.path()));
        switch (reply) {
          case Reply.Replay<ImportOutcome> replay -> {}
          case Reply.First<ImportOutcome>(ImportOutcome.Imported imported) -> {}
          case Reply.First<ImportOutcome>(ImportOutcome.Refused refused) ->
              LOG.warnf(
                  "The sample lots were not added, since lots of these names were changed: %s",
                  refused.bad().getFirst());
          default -> throw new IOException("the sample lots could not be imported: " + reply);
        }
      }
    }
  }
}
