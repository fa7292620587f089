package dev.satu.idempotency;

import dev.satu.value.AccountId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Runs commands off the caller's thread, and joins those of this node that share a key: the second
 * waits for the first one's answer instead of for its lock, and holds no connection meanwhile.
 *
 * <p>Thread-safe. Bounded: beyond {@code atMost} commands under way each further one is {@link
 * Reply.Busy} at once. As many more may wait for those; beyond that each further one is {@link
 * Reply.InProgress} at once. They are counted apart: whoever floods one key takes no place from
 * other commands.
 */
public final class InFlight {
  private record Key(AccountId account, IdempotencyKey key) {}

  private record Leader(KeyedCommand command, CompletableFuture<? extends Reply<?>> answer) {}

  /** Begins a command and promises its reply. */
  @FunctionalInterface
  public interface Start<O> {
    /**
     * Begins it.
     *
     * @throws RejectedExecutionException if no more commands are taken: the caller hears {@link
     *     Reply.Busy}
     */
    CompletableFuture<Reply<O>> start();
  }

  private static final Duration SOON = Duration.ofSeconds(1);

  private final Fingerprints fingerprints;
  private final Executor executor;
  private final int atMost;
  private final ReplyListener listener;
  private final ConcurrentHashMap<Key, Leader> leaders = new ConcurrentHashMap<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger following = new AtomicInteger();

  /**
   * @param executor where the commands block; virtual threads do well
   * @param atMost how many commands may be under way at once, and how many may wait for them
   * @param listener is told what came of each
   */
  public InFlight(
      Fingerprints fingerprints, Executor executor, int atMost, ReplyListener listener) {
    this.fingerprints = fingerprints;
    this.executor = executor;
    this.atMost = atMost;
    this.listener = listener;
  }

  /** How many commands are under way now. */
  public int underWay() {
    return underWay.get();
  }

  /**
   * Runs the call, or joins one that is under way with the same key and the same request.
   *
   * <p>The same key with another request waits until the first has ended and is then judged by the
   * database: the first may have been refused, and then the key is still free.
   *
   * <p>Each caller gets a future of its own: whoever cancels theirs stops nothing, and nobody else.
   */
  public <O> CompletableFuture<Reply<O>> run(KeyedCommand command, Supplier<Reply<O>> call) {
    return start(command, () -> CompletableFuture.supplyAsync(call, executor));
  }

  /** The same for a command that runs without a thread of its own. */
  public <O> CompletableFuture<Reply<O>> start(KeyedCommand command, Start<O> start) {
    Key key = new Key(command.caller().account(), command.key());
    CompletableFuture<Reply<O>> mine = new CompletableFuture<>();
    Leader leader = leaders.putIfAbsent(key, new Leader(command, mine));
    if (leader == null) {
      lead(key, command, mine, start);
      return mine.copy();
    }
    return follow(command, leader, start);
  }

  private <O> CompletableFuture<Reply<O>> follow(
      KeyedCommand command, Leader leader, Start<O> start) {
    long began = System.nanoTime();
    if (following.incrementAndGet() > atMost) {
      following.decrementAndGet();
      // Not busy: that would say that nothing happened, and the first may be happening.
      Reply<O> inProgress = new Reply.InProgress<>(SOON);
      listener.replied(command, inProgress, since(began));
      return CompletableFuture.completedFuture(inProgress);
    }
    if (fingerprints.of(leader.command()).equals(fingerprints.of(command))) {
      // Equal fingerprints are the same command, so the leader's outcomes are of the same type.
      @SuppressWarnings("unchecked")
      CompletableFuture<Reply<O>> same = (CompletableFuture<Reply<O>>) leader.answer();
      return same.whenComplete((reply, failure) -> following.decrementAndGet())
          .thenApply(InFlight::asFollower);
    }
    return leader
        .answer()
        .handle((reply, failure) -> following.decrementAndGet())
        .thenCompose(ended -> start(command, start));
  }

  private <O> void lead(
      Key key, KeyedCommand command, CompletableFuture<Reply<O>> answer, Start<O> start) {
    long began = System.nanoTime();
    if (underWay.incrementAndGet() > atMost) {
      refuse(key, command, began, answer);
      return;
    }
    CompletableFuture<Reply<O>> started;
    try {
      started = start.start();
    } catch (RejectedExecutionException stopping) {
      refuse(key, command, began, answer);
      return;
    } catch (Throwable failure) {
      started = CompletableFuture.failedFuture(failure);
    }
    var unused =
        started.whenComplete((reply, failure) -> {
          end(key);
          if (failure == null) {
            listener.replied(command, reply, since(began));
            answer.complete(reply);
          } else {
            listener.failed(command, since(began));
            answer.completeExceptionally(unwrapped(failure));
          }
        });
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }

  private <O> void refuse(
      Key key, KeyedCommand command, long began, CompletableFuture<Reply<O>> answer) {
    Reply<O> busy = new Reply.Busy<>(SOON);
    end(key);
    listener.replied(command, busy, since(began));
    answer.complete(busy);
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /**
   * The key is free before its answer is told: who is told to wait for it and then runs must not
   * find it here again.
   */
  private void end(Key key) {
    leaders.remove(key);
    underWay.decrementAndGet();
  }

  /**
   * What a follower is told: a first answer is a replay to it, everything else is the leader's own
   * answer.
   */
  private static <O> Reply<O> asFollower(Reply<O> reply) {
    return reply instanceof Reply.First<O>(O outcome) && outcome instanceof StoredOutcome stored
        ? (stored.isStored() ? new Reply.Replay<>(outcome, Optional.empty()) : reply)
        : reply;
  }
}
