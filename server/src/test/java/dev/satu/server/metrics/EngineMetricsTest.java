package dev.satu.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ReleaseCommand;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import dev.satu.value.ReservationId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class EngineMetricsTest {
  private static final KeyedCommand COMMAND =
      new ReleaseCommand(
          Caller.of(new AccountId("shop")),
          new IdempotencyKey("k"),
          ReservationId.create((short) 1));

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final EngineMetrics metrics = new EngineMetrics(registry);

  private double doubtful() {
    return registry.get("satu.doubtful.ends").counter().count();
  }

  @Test
  void doubtful_ends_are_there_from_the_beginning_and_counted_by_themselves() {
    assertThat(doubtful()).isZero();

    metrics.replied(COMMAND, new Reply.Unknown<>(), Duration.ofSeconds(6));
    metrics.replied(COMMAND, new Reply.Busy<>(Duration.ofSeconds(1)), Duration.ofSeconds(2));
    metrics.replied(COMMAND, new Reply.First<>(new CommitOutcome.NotFound()), Duration.ofMillis(1));

    assertThat(doubtful()).isEqualTo(1);
    assertThat(registry.get("satu.commands").tag("outcome", "unknown").timer().count())
        .isEqualTo(1);
  }
}
