package dev.satu.server.demo;

import dev.satu.server.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends the database after the server, also when the JVM is told to go (Ctrl-C, {@code SIGTERM}) in
 * the midst of a start.
 *
 * <p>The JVM runs all of its shutdown hooks at once, Quarkus' among them: this one waits for the
 * other's end, so that no request loses its database while it is being answered.
 */
final class Ending extends Thread {
  private static final long DATABASE_START_SECONDS = 60;
  private static final long SERVER_END_SECONDS = 15;

  private final CountDownLatch databaseDecided = new CountDownLatch(1);
  private final CountDownLatch serverEnded = new CountDownLatch(1);
  private volatile @Nullable EmbeddedDatabase database;
  private volatile boolean serverWasStarted;
  private volatile boolean begun;

  private Ending() {
    super("demo ending");
  }

  static Ending registered() {
    Ending ending = new Ending();
    Runtime.getRuntime().addShutdownHook(ending);
    return ending;
  }

  void databaseStarted(EmbeddedDatabase started) {
    database = started;
  }

  /** From here on it is known which database there is to end, if any. */
  void noMoreDatabases() {
    databaseDecided.countDown();
  }

  void serverStarts() {
    serverWasStarted = true;
  }

  void serverEnded() {
    serverEnded.countDown();
  }

  /** Whether the JVM is going already: what fails from then on fails because of that. */
  boolean hasBegun() {
    return begun;
  }

  @Override
  public void run() {
    begun = true;
    try {
      databaseDecided.await(DATABASE_START_SECONDS, TimeUnit.SECONDS);
      if (serverWasStarted) {
        serverEnded.await(SERVER_END_SECONDS, TimeUnit.SECONDS);
      }
      EmbeddedDatabase started = database;
      if (started != null) {
        started.close();
      }
    } catch (IOException failure) {
      System.err.println("PostgreSQL did not end in order: " + failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
