package dev.satu.faults.nemesis;

import dev.satu.faults.cluster.Node;
import dev.satu.faults.cluster.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A server's wall clock is minutes off, and moves on and back. */
final class ClockWrong extends NodeFault {
  private static final int FARTHEST_SECONDS = 180;
  private static final int STEP_SECONDS = 20;
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(700);

  private @Nullable Thread moving;

  ClockWrong(Node node) {
    super("clock wrong", node, Duration.ofSeconds(4), Duration.ofSeconds(9));
  }

  @Override
  public String what() {
    return "a node's wall clock is up to 3 min fast or slow, and jumps up to 20 s every 0.7 s"
        + " (libfaketime)";
  }

  @Override
  public Optional<String> missing() {
    return node().hasMovableClock()
        ? Optional.empty()
        : Optional.of("libfaketime is not here and could not be installed");
  }

  @Override
  public void strike(RandomGenerator random) throws Exception {
    moving = Thread.ofVirtual().start(() -> move(random));
  }

  private void move(RandomGenerator random) {
    int off = random.nextBoolean() ? FARTHEST_SECONDS : -FARTHEST_SECONDS;
    while (!Thread.currentThread().isInterrupted()) {
      set(Duration.ofSeconds(off));
      int step = random.nextInt(-STEP_SECONDS, STEP_SECONDS + 1);
      off = Math.clamp(off + step, -FARTHEST_SECONDS, FARTHEST_SECONDS);
      Pause.of(BETWEEN_STEPS);
    }
  }

  private void set(Duration off) {
    try {
      node().moveClock(off);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void heal() throws Exception {
    Thread thread = moving;
    if (thread != null) {
      thread.interrupt();
      thread.join();
    }
    node().moveClock(Duration.ZERO);
  }
}
