package dev.satu.server.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Ends requests whose body does not come: {@code 408}, and the connection is closed. Either that,
 * or the command begins: never both, so that nothing was changed.
 *
 * <p>Files that are imported may take their time: they are read from a thread of their own, which
 * waits for the next byte as long as {@code quarkus.http.read-timeout} says.
 */
@Singleton
final class SlowBodies {
  private static final String READING = SlowBodies.class.getName();

  private enum State {
    OPEN,
    BEGUN,
    TOO_SLOW
  }

  private record Reading(
      RoutingContext routing, Context context, long since, AtomicReference<State> state) {}

  private final Set<Reading> readings = ConcurrentHashMap.newKeySet();
  private final Vertx vertx;
  private final long most;
  private final long timer;

  SlowBodies(
      Vertx vertx,
      @ConfigProperty(name = "satu.http.body-time", defaultValue = "PT30S") Duration most) {
    this.vertx = vertx;
    this.most = most.toNanos();
    // One look at all of them is cheaper than a timer for each.
    this.timer = vertx.setPeriodic(Math.max(100, most.toMillis() / 10), fired -> look());
  }

  /** Watches a request from its head to the beginning of its command. */
  void watch(RoutingContext routing) {
    Reading reading =
        new Reading(
            routing,
            vertx.getOrCreateContext(),
            System.nanoTime(),
            new AtomicReference<>(State.OPEN));
    routing.put(READING, reading);
    readings.add(reading);
    routing.addEndHandler(ended -> readings.remove(reading));
  }

  /**
   * The body is read, the command begins.
   *
   * @throws ProblemException if it is too late
   */
  static void begin(RoutingContext routing) {
    Reading reading = routing.get(READING);
    if (reading != null
        && reading.state().compareAndExchange(State.OPEN, State.BEGUN) == State.TOO_SLOW) {
      throw new ProblemException(Problems.badRequest());
    }
  }

  private void look() {
    long now = System.nanoTime();
    for (Reading reading : readings) {
      if (now - reading.since() > most
          && reading.state().compareAndSet(State.OPEN, State.TOO_SLOW)) {
        reading.context().runOnContext(there -> end(reading.routing()));
      }
    }
  }

  private void end(RoutingContext routing) {
    ProblemAnswer.send(routing, Problems.bodyTooSlow(Duration.ofNanos(most)));
  }

  @PreDestroy
  void stop() {
    vertx.cancelTimer(timer);
  }
}
