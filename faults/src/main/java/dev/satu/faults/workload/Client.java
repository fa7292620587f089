package dev.satu.faults.workload;

import dev.satu.faults.history.Answer;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Request;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * One client: does one act after the other. What it does follows from its seed and from what it is
 * told. Not thread-safe: it has a thread of its own.
 */
final class Client {
  private static final Duration AFTER_A_DEAD_NODE = Duration.ofMillis(20);

  private final int number;
  private final WorkloadSettings settings;
  private final Shelf shelf;
  private final Sender sender;
  private final RandomGenerator dice;
  private final Memory memory;
  private int keys;
  private int payments;

  Client(int number, WorkloadSettings settings, Sender sender) {
    this.number = number;
    this.settings = settings;
    this.shelf = Shelf.of(settings);
    this.sender = sender;
    this.dice = new SplittableRandom(settings.seed() * 1_000_003 + number);
    this.memory = new Memory(shelf);
  }

  void actWhile(BooleanSupplier going) {
    while (going.getAsBoolean()) {
      Acts.any(dice).perform(this);
    }
  }

  RandomGenerator dice() {
    return dice;
  }

  /** True once in so many times. */
  boolean onceIn(int times) {
    return dice.nextInt(times) == 0;
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(dice.nextInt(choices.size()));
  }

  Memory memory() {
    return memory;
  }

  /** A key that nobody has used. */
  String newKey() {
    return shelf.prefix() + "-c" + number + "-k" + keys++;
  }

  /** A payment that nobody has named. */
  String newPayment() {
    String payment = shelf.prefix() + "-c" + number + "-pay" + payments++;
    memory.payments().add(payment);
    return payment;
  }

  /** The payment that any client may name for a lot: two of them may meet. */
  static String commonPayment(String lot) {
    return "pay-for-" + lot;
  }

  /** Mostly its own; sometimes another client's. */
  String buyer() {
    int buyers = Math.max(2, settings.clients() * 2 / 3);
    return "buyer-" + (onceIn(4) ? dice.nextInt(buyers) : number % buyers);
  }

  /** Sends it to some node. What is unknown is asked again at once, or left for later. */
  void send(Request request) {
    remember(request);
    Call call = sendTo(node(), request);
    if (call.answer() instanceof Answer.NotSent) {
      LockSupport.parkNanos(AFTER_A_DEAD_NODE.toNanos());
    }
    if (call.effect() == Call.Effect.UNKNOWN && onceIn(2)) {
      sendTo(node(), request);
    }
  }

  /** Sends it to two nodes (or twice to the only one) at the same moment. */
  void sendTwiceAtOnce(Request request) {
    remember(request);
    int first = dice.nextInt(settings.nodes().size());
    URI one = settings.nodes().get(first);
    URI other = settings.nodes().get((first + 1) % settings.nodes().size());
    CompletableFuture<Call> beside =
        CompletableFuture.supplyAsync(
            () -> sender.send(number, other, request), Thread::startVirtualThread);
    Call here = sender.send(number, one, request);
    learn(here);
    learn(beside.join());
  }

  private Call sendTo(URI node, Request request) {
    Call call = sender.send(number, node, request);
    learn(call);
    return call;
  }

  private void remember(Request request) {
    if (request.isCommand() && request.key() != null && !request.act().equals(SendGarbage.NAME)) {
      memory.requests().add(request);
    }
  }

  private void learn(Call call) {
    if (call.answer() instanceof Told told) {
      memory.learn(call.request(), told);
    }
  }

  private URI node() {
    return oneOf(settings.nodes());
  }
}
