package dev.satu.server;

import dev.satu.server.client.ImportArguments;
import dev.satu.server.client.ImportVerb;
import dev.satu.server.demo.Demo;
import dev.satu.server.demo.DemoArguments;
import dev.satu.server.serve.CheckVerb;
import dev.satu.server.serve.Serve;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;

/** The command line of the service: one verb, then its arguments. */
@QuarkusMain
public final class Main {
  /** The exit code for a command that was not understood. */
  private static final int MISUSED = 2;

  private static final String USAGE =
      """
      Usage: satu demo [--port PORT] [--data DIR] [--fresh]
             satu import FILE [--update] [--progress] [--url URL] [--key KEY] [--data DIR]
             satu serve [--check]
             satu check

        demo   starts Satu with a PostgreSQL of its own, to be tried on this machine

          --port PORT   where it listens on 127.0.0.1 (8080)
          --data DIR    where it keeps its data (.satu/demo)
          --fresh       throws away what an earlier demo kept there

        import   sends a file of lots (.csv, .ndjson, .jsonl) to a running Satu: all of it goes in, or nothing

          --update      lots that are listed already get the details of the file
          --progress    tells how far it is, as it does on a terminal anyway
          --url URL     where Satu runs (http://127.0.0.1:8080)
          --key KEY     the operator key (SATU_OPERATOR_KEY, else the demo's own)
          --data DIR    where the demo keeps its data, and its key (.satu/demo)
        serve  runs Satu on a PostgreSQL of yours; the settings are environment variables,
               SATU_DB_URL and others: docs/operating.md

          --check       only looks whether settings and database are right

        check  looks whether all rows and events of that PostgreSQL agree, while serve goes on working;
               of the settings it needs SATU_DB_URL, SATU_DB_USER and SATU_DB_PASSWORD
      """;

  private Main() {}

  /** Runs the verb; returns only if there is nothing to run. */
  public static void main(String... arguments) {
    try {
      run(List.of(arguments));
    } catch (IllegalArgumentException misuse) {
      System.err.println(misuse.getMessage());
      System.err.println();
      System.err.print(USAGE);
      System.exit(MISUSED);
    }
  }

  private static void run(List<String> arguments) {
    String verb = arguments.isEmpty() ? "" : arguments.getFirst();
    List<String> rest = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
    switch (verb) {
      case "demo" -> Demo.run(DemoArguments.parse(rest));
      case "import" ->
          System.exit(
              ImportVerb.run(ImportArguments.parse(rest), System.getenv(), System.out, System.err));
      case "serve" -> Serve.run(rest);
      case "check" -> System.exit(CheckVerb.run(rest, System.getenv(), System.out, System.err));
      case "help", "--help", "-h" -> System.out.print(USAGE);
      case "" -> throw new IllegalArgumentException("What shall be done? Name a verb.");
      default -> throw new IllegalArgumentException("There is no verb " + verb + ".");
    }
  }
}
