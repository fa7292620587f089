package dev.satu.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lines the buyers up, each with an open connection, and lets them go at once.
 *
 * <p>Connecting is over before the barrier exists: a race that cannot open all its connections
 * never starts, instead of being counted as refusals.
 */
final class StartingGrid {
  private final RaceArguments arguments;
  private final String operatorKey;

  StartingGrid(RaceArguments arguments, String operatorKey) {
    this.arguments = arguments;
    this.operatorKey = operatorKey;
  }

  Result race(Lot lot) throws NotStarted, IOException, InterruptedException {
    var buyers = buyers();
    try {
      var started = System.nanoTime();
      connect(buyers);
      var connecting = Duration.ofNanos(System.nanoTime() - started);
      return new Result(release(buyers, lot), connecting);
    } finally {
      buyers.forEach(Buyer::close);
    }
  }

  private List<Buyer> buyers() {
    // A run of its own for the keys: the same key twice would be a replay, not a race.
    var run = UUID.randomUUID();
    var buyers = new ArrayList<Buyer>();
    for (var number = 1; number <= arguments.clients(); number++) {
      var buyerId = String.format(Locale.ROOT, "buyer-%04d", number);
      var api = new SatuClient(arguments.url(), operatorKey);
      buyers.add(new Buyer(api, buyerId, "race-%s-%d".formatted(run, number)));
    }
    return buyers;
  }

  private static void connect(List<Buyer> buyers)
      throws NotStarted, IOException, InterruptedException {
    var connections = new ArrayList<Callable<Buyer>>();
    for (var buyer : buyers) {
      connections.add(() -> {
        buyer.connect();
        return buyer;
      });
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var connection : threads.invokeAll(connections)) {
        connection.get();
      }
    } catch (ExecutionException failure) {
      throw new NotStarted(
          "could not open %d connections: %s".formatted(buyers.size(), failure.getCause()));
    }
  }

  private static List<Answer> release(List<Buyer> buyers, Lot lot) throws InterruptedException {
    var barrier = new Barrier(buyers.size());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var pending = new ArrayList<Future<Answer>>();
      for (var buyer : buyers) {
        pending.add(threads.submit(() -> buyer.claim(lot, barrier)));
      }
      barrier.fallOnceAllHaveArrived();
      var answers = new ArrayList<Answer>();
      for (var answer : pending) {
        answers.add(answer.get());
      }
      return answers;
    } catch (ExecutionException bug) {
      throw new IllegalStateException("a buyer neither got an answer nor lost one", bug);
    }
  }
}
