package dev.satu.server.metrics;

import dev.satu.Listeners;
import dev.satu.Satu;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.ReplyListener;
import dev.satu.janitor.Sweep;
import dev.satu.janitor.SweepListener;
import dev.satu.reservation.ClaimListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * What the engine does, as meters. Labels are names of types and sweeps, never a caller's text, so
 * that their number is bounded and nothing private stands in them.
 */
@Singleton
public final class EngineMetrics implements ReplyListener, SweepListener, ClaimListener {
  private static final Pattern WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(1000),
    Duration.ofMillis(2500),
    Duration.ofMillis(5000)
  };

  private record Kind(Class<?> command, String outcome) {}

  private final MeterRegistry registry;
  private final DistributionSummary batchSizes;
  private final Timer queueTimes;
  private final Counter doubtfulEnds;
  private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> lastSuccess = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> lags = new ConcurrentHashMap<>();

  EngineMetrics(MeterRegistry registry) {
    this.registry = registry;
    batchSizes =
        DistributionSummary.builder("satu.claims.batch")
            .description("Claims that were written in one round trip")
            .serviceLevelObjectives(1, 2, 4, 8, 16, 32, 64, 128)
            .register(registry);
    queueTimes =
        Timer.builder("satu.claims.queued")
            .description("How long the first claim of each batch waited for a writer")
            .serviceLevelObjectives(BOUNDS)
            .register(registry);
    // There from the beginning, at 0: an alert on its rise must not miss the first one.
    doubtfulEnds =
        Counter.builder("satu.doubtful.ends")
            .description("Commands of which nobody knows whether their transaction took effect")
            .register(registry);
  }

  /** To be given to the engine when it is opened. */
  public Listeners listeners() {
    return new Listeners(this, this, this);
  }

  /** Shows the load of an opened engine. */
  public void watch(Satu satu) {
    Gauge.builder("satu.commands.under.way", satu, opened -> opened.inFlight().underWay())
        .description("Commands that this process works on now")
        .register(registry);
    Gauge.builder("satu.commands.waiting", satu, Satu::waiting)
        .description("Of those, how many wait for rows that others have locked")
        .register(registry);
    Gauge.builder("satu.claims.depth", satu, Satu::queued)
        .description("Claims that wait for a writer")
        .register(registry);
  }

  @Override
  public void replied(KeyedCommand command, Reply<?> reply, Duration took) {
    if (reply instanceof Reply.Unknown<?>) {
      doubtfulEnds.increment();
    }
    record(command, outcome(reply), took);
  }

  @Override
  public void failed(KeyedCommand command, Duration took) {
    record(command, "failed", took);
  }

  private void record(KeyedCommand command, String outcome, Duration took) {
    timers.computeIfAbsent(new Kind(command.getClass(), outcome), this::timer).record(took);
  }

  private static String outcome(Reply<?> reply) {
    return switch (reply) {
      case Reply.First<?>(Object outcome) -> snake(outcome.getClass().getSimpleName());
      case Reply.Replay<?> replay -> "replay";
      case Reply.KeyReused<?> reused -> "key_reused";
      case Reply.InProgress<?> inProgress -> "in_progress";
      case Reply.Busy<?> busy -> "busy";
      case Reply.Unknown<?> unknown -> "unknown";
    };
  }

  private Timer timer(Kind kind) {
    String command = kind.command().getSimpleName().replaceFirst("Command$", "");
    return Timer.builder("satu.commands")
        .description("Commands by what came of them, and how long they took")
        .tag("command", snake(command))
        .tag("outcome", kind.outcome())
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  private static String snake(String name) {
    return WORD.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
  }

  @Override
  public void batch(int claims, Duration longestWait) {
    batchSizes.record(claims);
    queueTimes.record(longestWait);
  }

  @Override
  public void swept(Sweep sweep, int rows) {
    rounds(sweep, "ok");
    registry.counter("satu.sweep.rows", "sweep", sweep.name()).increment(rows);
    lastSuccess
        .computeIfAbsent(sweep.name(), this::lastSuccessGauge)
        .set(System.currentTimeMillis());
  }

  private AtomicLong lastSuccessGauge(String sweep) {
    AtomicLong at = new AtomicLong();
    Gauge.builder("satu.sweep.last.success", at, millis -> millis.get() / 1000.0)
        .description(
            "When the sweep last ended well, in seconds since 1970 by this machine's clock")
        .baseUnit("seconds")
        .tag("sweep", sweep)
        .register(registry);
    return at;
  }

  @Override
  public void lagged(Sweep sweep, Duration lag) {
    lags.computeIfAbsent(sweep.name(), this::lagGauge).set(lag.toMillis());
  }

  private AtomicLong lagGauge(String sweep) {
    AtomicLong lag = new AtomicLong();
    Gauge.builder("satu.sweep.lag", lag, millis -> millis.get() / 1000.0)
        .description(
            "For how long the oldest thing that the sweep has left has been waiting for it")
        .baseUnit("seconds")
        .tag("sweep", sweep)
        .register(registry);
    return lag;
  }

  @Override
  public void failed(Sweep sweep) {
    rounds(sweep, "failed");
  }

  private void rounds(Sweep sweep, String result) {
    registry.counter("satu.sweep.rounds", "sweep", sweep.name(), "result", result).increment();
  }
}
