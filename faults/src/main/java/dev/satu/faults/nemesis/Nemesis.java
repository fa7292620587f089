package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Carries out a plan: at its instant each fault strikes, is healed after its length, and everything
 * has to be ready again within a bound. A fault that did not heal ends the plan: what follows would
 * prove nothing.
 */
public final class Nemesis {
  /** How long nodes may take to be ready again while nothing else strikes. */
  private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final List<Fault> faults;
  private final BooleanSupplier ready;
  private final Consumer<String> told;
  private final UnderWay underWay = new UnderWay();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final Map<Part, ReentrantLock> parts = new EnumMap<>(Part.class);

  /**
   * @param faults the list that plans are drawn from
   * @param ready whether every node is ready
   * @param told is told what strikes and what came of it, from several threads
   */
  public Nemesis(List<Fault> faults, BooleanSupplier ready, Consumer<String> told) {
    this.faults = List.copyOf(faults);
    this.ready = ready;
    this.told = told;
    for (Part part : Part.values()) {
      parts.put(part, new ReentrantLock(true));
    }
  }

  /** Carries out the plan; returns when all is healed, or was given up. */
  public List<Bout> carryOut(Plan plan) throws InterruptedException {
    long start = System.nanoTime();
    List<Future<Bout>> bouts = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Strike strike : plan.strikes()) {
        Pause.of(strike.at().minusNanos(System.nanoTime() - start));
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedException("while faults struck");
        }
        bouts.add(threads.submit(() -> inTurn(strike)));
      }
    }
    List<Bout> all = new ArrayList<>();
    for (Future<Bout> bout : bouts) {
      all.add(resultOf(bout));
    }
    return all;
  }

  private static Bout resultOf(Future<Bout> bout) throws InterruptedException {
    try {
      return bout.get();
    } catch (ExecutionException bug) {
      throw new IllegalStateException("a bout ended by itself", bug.getCause());
    }
  }

  /** After those that touch the same part. */
  private Bout inTurn(Strike strike) {
    Fault fault = faults.get(strike.fault());
    ReentrantLock part = parts.get(fault.part());
    if (part == null) {
      throw new IllegalStateException("no such part: " + fault.part());
    }
    part.lock();
    try {
      if (fault.missing().isPresent()) {
        return leftOut(fault, fault.missing().get());
      }
      return broken.get()
          ? leftOut(fault, "another fault did not heal before it")
          : bout(fault, strike);
    } finally {
      part.unlock();
    }
  }

  private static Bout leftOut(Fault fault, String why) {
    return new Bout(fault, System.nanoTime(), OptionalLong.empty(), new Bout.Result.LeftOut(why));
  }

  private Bout bout(Fault fault, Strike strike) {
    long struckAt = System.nanoTime();
    Bout.Result result = strikeAndHeal(fault, strike);
    if (result instanceof Bout.Result.Survived && !isBack()) {
      result =
          new Bout.Result.NotBack("not every node was ready within " + BACK_WITHIN + " of healing");
    }
    OptionalLong backAt =
        result instanceof Bout.Result.Survived
            ? OptionalLong.of(System.nanoTime())
            : OptionalLong.empty();
    Bout bout = new Bout(fault, struckAt, backAt, result);
    if (result instanceof Bout.Result.NotBack) {
      broken.set(true);
    }
    told.accept(bout.subject() + ": " + inWords(result, System.nanoTime() - struckAt));
    return bout;
  }

  private Bout.Result strikeAndHeal(Fault fault, Strike strike) {
    underWay.begin();
    Bout.Result result = new Bout.Result.Survived();
    try {
      fault.strike(new Random(strike.seed()));
      Pause.of(strike.length());
    } catch (Fault.Missed missed) {
      result = new Bout.Result.LeftOut(String.valueOf(missed.getMessage()));
    } catch (Exception | AssertionError failure) {
      result = new Bout.Result.NotBack("the strike failed: " + failure);
    }
    try {
      fault.heal();
    } catch (Exception | AssertionError failure) {
      result = new Bout.Result.NotBack("it did not heal: " + failure);
    }
    underWay.end();
    return result;
  }

  /** Whether all is ready within the bound, in which times of other faults do not count. */
  private boolean isBack() {
    long healedAt = System.nanoTime();
    while (!ready.getAsBoolean()) {
      long quietSince = Math.max(healedAt, underWay.quietSince());
      if (System.nanoTime() - quietSince > BACK_WITHIN.toNanos()) {
        return false;
      }
      Pause.of(BETWEEN_LOOKS);
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
    }
    return true;
  }

  private static String inWords(Bout.Result result, long nanos) {
    return switch (result) {
      case Bout.Result.Survived() -> "back after " + tenths(nanos);
      case Bout.Result.LeftOut(String why) -> "left out: " + why;
      case Bout.Result.NotBack(String why) -> "NOT BACK: " + why;
    };
  }

  private static String tenths(long nanos) {
    return "%d.%d s".formatted(nanos / 1_000_000_000, nanos / 100_000_000 % 10);
  }

  /** How many faults strike now, and since when none does. */
  private static final class UnderWay {
    private int number;
    private long since = System.nanoTime();

    synchronized void begin() {
      number++;
    }

    synchronized void end() {
      number--;
      since = System.nanoTime();
    }

    synchronized long quietSince() {
      return number == 0 ? since : System.nanoTime();
    }
  }
}
