package dev.satu.bench.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL, one warm {@code serve} on it, and the generators. Closing it removes all. */
public final class Rig implements AutoCloseable {
  /** As many as keep both processors busy; more only wait. */
  public static final int CONNECTIONS = 128;

  private static final Duration WARM_STRICTLY = Duration.ofSeconds(4);
  private static final Duration WARM = Duration.ofSeconds(18);
  private static final int FIRST_LOTS = 120_000;

  private final Path home;
  private final Path jar;
  private final List<String> jvm;
  private final Children children = new Children();
  private final AtomicInteger names = new AtomicInteger();
  private final Thread onExit = new Thread(this::close, "end of the bench");
  private final Postgres postgres;
  private final Wrk wrk;
  private @Nullable Pgbench pgbench;
  private @Nullable Server server;
  private double lastRate;
  private boolean closed;

  private Rig(Path home, Path jar, List<String> jvm) throws IOException {
    this.home = home;
    this.jar = jar;
    this.jvm = jvm;
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      // PostgreSQL's user has to come through.
      Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
      wrk = Wrk.find(home);
      postgres = Postgres.start(home, Ports.next(), children);
    } catch (IOException | RuntimeException failure) {
      close();
      throw failure;
    }
  }

  /**
   * Starts the database; the server comes when it is first asked for.
   *
   * @param jar of the server
   * @param jvm what the launcher starts it with
   */
  public static Rig start(Path jar, List<String> jvm) throws IOException {
    return new Rig(Files.createTempDirectory("satu-bench"), jar, jvm);
  }

  public Postgres postgres() {
    return postgres;
  }

  public Wrk wrk() {
    return wrk;
  }

  public List<String> jvm() {
    return jvm;
  }

  public synchronized Pgbench pgbench() throws IOException {
    if (pgbench == null) {
      pgbench = Pgbench.on(postgres, home);
    }
    return pgbench;
  }

  /** The one with default settings: started and warmed up by holds when first asked for. */
  public synchronized Server server() throws IOException, SQLException {
    if (server == null) {
      server = server(Map.of());
      warm(server);
    }
    return server;
  }

  /** Another one on the same database, cold. */
  public Server server(Map<String, String> settings) throws IOException {
    return Server.serve(
        postgres,
        jar,
        jvm,
        settings,
        children,
        home.resolve("serve-" + names.incrementAndGet() + ".log"));
  }

  /** A peer: any server that answers 200 on the path when it is ready. */
  public Server peer(List<String> words, String portVariable, String ready) throws IOException {
    int port = Ports.next();
    return Server.start(
        port,
        words,
        Map.of(
            portVariable,
            Integer.toString(port),
            "DB_URL",
            "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/satu"),
        ready,
        children,
        home.resolve("peer-" + names.incrementAndGet() + ".log"));
  }

  /** Until C2 has compiled what is hot; the first seconds look at every status. */
  private void warm(Server server) throws IOException, SQLException {
    Lots lots = lots(FIRST_LOTS);
    // A few at first: a hundred at once at a process that compiles would only wait for each other.
    Wrk.Run gentle = wrk.holdStrictly(server, lots, 0, 8, WARM_STRICTLY);
    demandClean(gentle);
    int first = (int) gentle.requests() + 2 * CONNECTIONS;
    Wrk.Run strict = wrk.holdStrictly(server, lots, first, CONNECTIONS, WARM_STRICTLY);
    demandClean(strict);
    first += (int) strict.requests() + 2 * CONNECTIONS;
    Wrk.Run half = wrk.hold(server, lots, first, CONNECTIONS, WARM_STRICTLY);
    demandClean(half);
    lastRate = half.perSecond();
    Wrk.Run quick = wrk.hold(server, lotsFor(WARM), 0, CONNECTIONS, WARM);
    demandClean(quick);
    lastRate = quick.perSecond();
    System.err.printf(Locale.ROOT, "bench: warm at %,.0f holds/s%n", lastRate);
  }

  /** All answers were 201. */
  public static void demandClean(Wrk.Run run) throws IOException {
    if (run.requests() == 0 || run.refused() + run.unexpected() + run.errors() > 0) {
      throw new IOException("not all answers were 201, or lots ran out: " + run);
    }
  }

  /** Holds per second as last seen: to know how many lots are needed. */
  public double lastRate() {
    return lastRate;
  }

  /** Remembers a rate that was measured better than while warming up. */
  public void sawRate(double perSecond) {
    lastRate = perSecond;
  }

  /** New lots, enough for holds as fast as they were last seen, and twice as fast. */
  public Lots lotsFor(Duration time) throws IOException, SQLException {
    return lots((int) (2.5 * lastRate * time.toSeconds()) + 20_000);
  }

  /** New lots with a prefix of their own. */
  public Lots lots(int number) throws IOException, SQLException {
    long began = System.nanoTime();
    Lots lots = Lots.load(postgres, "B" + names.incrementAndGet() + "-", number);
    Lots.settle(postgres);
    System.err.printf(
        Locale.ROOT,
        "bench: %,d lots loaded in %.1f s%n",
        number,
        (System.nanoTime() - began) / 1e9);
    return lots;
  }

  public Path home() {
    return home;
  }

  @Override
  public void close() {
    synchronized (children) {
      if (closed) {
        return;
      }
      closed = true;
    }
    children.close();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException left) {
      System.err.println("bench: " + home + " could not be removed: " + left);
    }
    if (Thread.currentThread() != onExit) {
      try {
        Runtime.getRuntime().removeShutdownHook(onExit);
      } catch (IllegalStateException exiting) {
        // It finds the rig closed.
      }
    }
  }
}
