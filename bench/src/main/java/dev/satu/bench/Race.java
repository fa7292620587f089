package dev.satu.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Sends many buyers to one lot of a running Satu at the same instant and counts who got it.
 *
 * <p>Exit code 0: one winner, everybody else was refused. 1: anything else. 2: the race never
 * started.
 */
public final class Race {
  private static final int HELD = 0;
  private static final int BROKEN = 1;
  private static final int NOT_STARTED = 2;

  private Race() {}

  public static void main(String[] commandLine) throws InterruptedException {
    // Lots have names in any script, whatever the terminal's locale says.
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.exit(run(commandLine, System.getenv(), out, System.err));
  }

  static int run(
      String[] commandLine, Map<String, String> environment, PrintStream out, PrintStream err)
      throws InterruptedException {
    try {
      var arguments = RaceArguments.parse(commandLine);
      var operatorKey = arguments.operatorKey(environment);
      Lot lot;
      Result result;
      try (var api = new SatuClient(arguments.url(), operatorKey)) {
        api.connect();
        lot = new LotChoice(api).choose(arguments.assetId());
        result = new StartingGrid(arguments, operatorKey).race(lot);
      }
      Report.print(lot, result, out);
      return result.verdict().holds() ? HELD : BROKEN;
    } catch (NotStarted notStarted) {
      err.println("race: " + notStarted.getMessage());
      return NOT_STARTED;
    } catch (IOException failure) {
      err.println("race: Satu stopped answering: " + failure);
      return NOT_STARTED;
    }
  }
}
