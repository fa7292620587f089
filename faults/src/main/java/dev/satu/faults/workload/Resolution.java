package dev.satu.faults.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Call.Effect;
import dev.satu.faults.history.History;
import dev.satu.faults.history.Json;
import dev.satu.faults.history.Request;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * The end of a run: what is unknown is asked until it is known, and everything is read once more.
 */
final class Resolution {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration AT_MOST = Duration.ofMinutes(2);

  /** The client under whose number this is recorded. */
  private static final int RESOLVER = 0;

  private final WorkloadSettings settings;
  private final History history;
  private final Sender sender;
  private final long giveUpAt;

  Resolution(WorkloadSettings settings, History history, Sender sender) {
    this.settings = settings;
    this.history = history;
    this.sender = sender;
    this.giveUpAt = history.now() + AT_MOST.toNanos();
  }

  void run() {
    List<Call> calls = history.calls();
    sendAll(unknown(calls));
    sendAll(reads(history.calls()));
  }

  private static Collection<Request> unknown(List<Call> calls) {
    Set<Request> unknown = new LinkedHashSet<>();
    for (Call call : calls) {
      Request request = call.request();
      if (call.effect() == Effect.UNKNOWN && request.isCommand() && request.key() != null) {
        unknown.add(request);
      }
    }
    return unknown;
  }

  private static Collection<Request> reads(List<Call> calls) {
    Map<String, Request> reads = new LinkedHashMap<>();
    for (Call call : calls) {
      String item = call.request().item();
      if (item == null || call.request().act().equals(SendGarbage.NAME)) {
        continue;
      }
      reads.putIfAbsent(item, ReadLot.request(item));
      if (call.answer() instanceof Told told && told.isSuccess() && call.request().isCommand()) {
        JsonNode reservation = Json.tree(told.body()).path("reservation_id");
        if (reservation.isTextual()) {
          reads.putIfAbsent(
              reservation.asText(), ReadReservation.request(item, reservation.asText()));
        }
      }
    }
    return reads.values();
  }

  private void sendAll(Collection<Request> requests) {
    List<Future<?>> sent = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(settings.clients(), Thread.ofVirtual().factory())) {
      for (Request request : requests) {
        int turn = sent.size();
        sent.add(threads.submit(() -> untilKnown(request, turn)));
      }
    }
    for (Future<?> one : sent) {
      throwIfFailed(one);
    }
  }

  private static void throwIfFailed(Future<?> done) {
    try {
      done.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a call could not be resolved", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void untilKnown(Request request, int turn) {
    for (int attempt = turn; ; attempt++) {
      URI node = settings.nodes().get(attempt % settings.nodes().size());
      Call call = sender.send(RESOLVER, node, request);
      if (call.effect() == Effect.TOLD) {
        return;
      }
      if (history.now() > giveUpAt) {
        throw new IllegalStateException(
            "still no answer to " + request + ", the last was " + call.answer());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
