package dev.satu.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;

/**
 * Proves, as far as trying can, that what Satu promises holds while it is being broken.
 *
 * <p>Exit code 0: no violation. 1: at least one. 2: it could not be run.
 */
public final class Prove {
  private static final int CLEAN = 0;
  private static final int VIOLATED = 1;
  private static final int NOT_RUN = 2;

  private Prove() {}

  public static void main(String[] commandLine) {
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    System.exit(run(commandLine, out));
  }

  static int run(String[] commandLine, PrintStream out) {
    try {
      ProveArguments arguments = ProveArguments.parse(commandLine);
      int worst = CLEAN;
      for (int i = 0; i < arguments.seeds(); i++) {
        worst = Math.max(worst, one(arguments.withSeed(arguments.seed() + i), out));
      }
      return worst;
    } catch (ProveArguments.Refused refused) {
      out.println("prove: " + refused.getMessage());
    } catch (IOException | SQLException | RuntimeException | AssertionError failure) {
      out.println("prove: it could not be run: " + failure);
      failure.printStackTrace(out);
    } catch (InterruptedException told) {
      Thread.currentThread().interrupt();
    }
    return NOT_RUN;
  }

  private static int one(ProveArguments arguments, PrintStream out)
      throws IOException, SQLException, InterruptedException, ProveArguments.Refused {
    Report report = new Proof(arguments, line -> out.println("  " + line)).carryOut();
    out.println(report.text());
    if (arguments.report().isPresent()) {
      append(arguments.report().get(), report);
    }
    return report.isClean() ? CLEAN : VIOLATED;
  }

  private static void append(Path file, Report report) throws IOException {
    String head = Files.exists(file) ? "" : Report.MARKDOWN_HEAD;
    Files.writeString(
        file,
        head + report.markdown(),
        UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
