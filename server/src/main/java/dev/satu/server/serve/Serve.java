package dev.satu.server.serve;

import dev.satu.server.start.ServerFailure;
import io.quarkus.runtime.Quarkus;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs the service on a PostgreSQL of yours; all of its settings come from the environment. */
public final class Serve {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private Serve() {}

  /**
   * Runs the service and leaves the JVM: 0 after an orderly end, 1 if it could not start, 2 if the
   * settings are refused.
   *
   * @throws IllegalArgumentException with a message for whoever typed the words after the verb
   */
  public static void run(List<String> words) {
    boolean onlyCheck = words.equals(List.of("--check"));
    if (!onlyCheck && !words.isEmpty()) {
      throw new IllegalArgumentException("serve does not know " + String.join(" ", words) + ".");
    }
    ServeSettings settings;
    try {
      settings = ServeSettings.read(System.getenv());
    } catch (ServeSettings.Refused refused) {
      end(
          MISUSED,
          "These settings are refused; docs/operating.md explains them:",
          refused.faults());
      return;
    }
    List<String> faults = DatabaseCheck.faults(settings);
    if (!faults.isEmpty()) {
      end(FAILED, "This database is refused:", faults);
    } else if (onlyCheck) {
      System.out.println("Settings and database are right.");
    } else {
      start(settings);
    }
  }

  private static void end(int code, String what, List<String> faults) {
    System.err.println(what);
    faults.forEach(fault -> System.err.println("  " + fault));
    System.exit(code);
  }

  private static void start(ServeSettings settings) {
    settings.properties().forEach(System::setProperty);
    AtomicBoolean ending = new AtomicBoolean();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending.set(true), "serve ending"));
    Quarkus.run(
        ServeApplication.class,
        (code, failure) -> {
          if (failure != null && !ending.get()) {
            System.err.println(ServerFailure.tell(failure, "SATU_HTTP_PORT"));
          }
          System.exit(failure == null ? code : FAILED);
        });
  }
}
