package dev.satu.reservation;

import dev.satu.database.Attempt;
import dev.satu.database.DatabaseFailure;
import dev.satu.database.Transactions;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.PlaceStore.Locked;
import dev.satu.reservation.PlaceStore.Placed;
import dev.satu.reservation.WaitingClaims.Waiting;
import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Many claims, one round trip, one transaction.
 *
 * <p>A writer takes whatever waits when it becomes free, so alone a claim is a batch of one and
 * waits for nothing. All claims of a batch end with its transaction, each with its own outcome. One
 * that meets a lock leaves the batch for the slow lane, and one that makes the whole batch fail is
 * found by halving it: neither fails its neighbours.
 *
 * <p>Thread-safe. How many may wait is bounded by {@link dev.satu.idempotency.InFlight}, through
 * which claims come.
 */
public final class ClaimQueue implements AutoCloseable {
  /**
   * How the queue works. Bad values are refused.
   *
   * @param writers how many round trips may be under way at once, 1 to 64; each needs a connection
   * @param batch the most claims in one of them, 1 to 1,000
   * @param shield for how long at most a refusal is repeated from memory, nothing (off) to 1 s
   */
  public record Shape(int writers, int batch, Duration shield) {
    /** Two writers: one is written while the other's transaction ends. */
    public static final Shape DEFAULT = new Shape(2, 128, Duration.ofMillis(100));

    /**
     * Refuses what cannot work.
     *
     * @throws IllegalArgumentException naming the value that breaks its rule
     */
    public Shape {
      between("writers", writers, 64);
      between("batch", batch, 1000);
      if (shield.isNegative() || shield.compareTo(Duration.ofSeconds(1)) > 0) {
        throw new IllegalArgumentException("shield is " + shield + ", but must be PT0S to PT1S");
      }
    }

    private static void between(String name, int value, int most) {
      if (value < 1 || value > most) {
        throw new IllegalArgumentException(name + " is " + value + ", but must be 1 to " + most);
      }
    }
  }

  private static final Attempt<Reply<PlaceOutcome>> BUSY =
      new Attempt.Done<>(new Reply.Busy<>(Placing.SOON));

  private final Transactions transactions;
  private final PlaceStore store;
  private final Placing placing;
  private final Shield shield;
  private final Admission admission;
  private final Executor slowLane;
  private final ClaimListener listener;
  private final int mostInBatch;
  private final WaitingClaims waiting = new WaitingClaims();
  private final List<Thread> writers = new ArrayList<>();

  ClaimQueue(
      Transactions transactions,
      Admission admission,
      PlaceStore store,
      Placing placing,
      Shield shield,
      Executor slowLane,
      ClaimListener listener,
      Shape shape) {
    this.transactions = transactions;
    this.admission = admission;
    this.store = store;
    this.placing = placing;
    this.shield = shield;
    this.slowLane = slowLane;
    this.listener = listener;
    this.mostInBatch = shape.batch();
    for (int i = 0; i < shape.writers(); i++) {
      writers.add(Thread.ofPlatform().name("satu-writer-" + i).daemon().start(this::write));
    }
  }

  /**
   * Holds an asset for a buyer, without blocking the caller.
   *
   * @return completed by a writer, which must not be held up
   * @throws RejectedExecutionException if closed
   */
  public CompletableFuture<Reply<PlaceOutcome>> place(PlaceCommand command) {
    Optional<PlaceOutcome> refusal = shield.refusal(command, slowLane);
    if (refusal.isPresent()) {
      return CompletableFuture.completedFuture(new Reply.First<>(refusal.get()));
    }
    CompletableFuture<Reply<PlaceOutcome>> reply = new CompletableFuture<>();
    Claim claim = new Claim(command, admission.fingerprint(command));
    waiting.add(new Waiting(claim, reply, System.nanoTime()));
    return reply;
  }

  /** How many claims wait for a writer. */
  public int depth() {
    return waiting.size();
  }

  private void write() {
    try {
      for (List<Waiting> batch = waiting.take(mostInBatch);
          !batch.isEmpty();
          batch = waiting.take(mostInBatch)) {
        List<Waiting> undecided = new ArrayList<>();
        try {
          listener.batch(batch.size(), since(batch.getFirst()));
          place(batch, undecided);
        } catch (Throwable failure) {
          // A writer outlives a bug; those who have not been told are told of it.
          batch.forEach(one -> one.reply().completeExceptionally(failure));
        } finally {
          waiting.ended(batch, undecided);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration since(Waiting first) {
    return Duration.ofNanos(System.nanoTime() - first.since());
  }

  private void place(List<Waiting> batch, List<Waiting> undecided) {
    Attempt<List<Placed>> attempt;
    try {
      List<Claim> claims = batch.stream().map(Waiting::claim).toList();
      attempt = transactions.runSingle(connection -> store.place(connection, Locked.SKIP, claims));
    } catch (DatabaseFailure bug) {
      halve(batch, undecided, bug);
      return;
    }
    switch (attempt) {
      case Attempt.Done<List<Placed>>(List<Placed> placed) -> tell(batch, placed, undecided);
      case Attempt.Unknown<List<Placed>>() ->
          batch.forEach(one -> {
            shield.forget(Slot.of(one.asset()));
            one.reply().complete(new Reply.Unknown<>());
          });
      case Attempt.Failed<List<Placed>> failed -> {
        if (batch.size() > 1 && failed.why().concernsOne()) {
          halve(batch, undecided);
        } else {
          batch.forEach(one -> slow(one, new Attempt.Failed<>(failed.why())));
        }
      }
    }
  }

  private void tell(List<Waiting> batch, List<Placed> placed, List<Waiting> undecided) {
    Map<AssetId, Placed> leaders = new HashMap<>();
    Map<AssetId, Integer> refused = new HashMap<>();
    for (int i = 0; i < batch.size(); i++) {
      Waiting one = batch.get(i);
      Placed its = placed.get(i);
      switch (its.verdict()) {
        case BEHIND -> {
          if (behind(one, leaders.get(one.asset()), undecided)) {
            refused.merge(one.asset(), 1, Integer::sum);
          }
        }
        case BUSY -> {
          leaders.put(one.asset(), its);
          slow(one, BUSY);
        }
        case GRANTED, ALREADY_HELD -> {
          leaders.put(one.asset(), its);
          shield.forget(Slot.of(one.asset()));
          reply(one, its);
        }
        case HELD, SOLD -> {
          refused.merge(one.asset(), 1, Integer::sum);
          reply(one, its);
        }
        default -> reply(one, its);
      }
    }
    refused.forEach((asset, crowd) -> {
      if (crowd >= Shield.CROWD) {
        shield.read(asset);
      }
    });
  }

  private static void reply(Waiting one, Placed placed) {
    one.reply().complete(Placing.reply(one.claim().command(), placed));
  }

  /**
   * A claim behind another one of its batch, which was judged in the same statement. If that one
   * was granted, this one is refused by it: its own key was looked up and is new.
   *
   * @param leader what became of that one, if it holds the asset now or met a lock
   * @return whether it was refused
   */
  private boolean behind(Waiting one, @Nullable Placed leader, List<Waiting> undecided) {
    if (leader == null) {
      undecided.add(one);
      return false;
    }
    Optional<Reservation> winner = leader.reservation();
    if (winner.isEmpty() || winner.get().buyer().equals(one.claim().command().buyer())) {
      // The row is locked for this one too; or it is perhaps this buyer's own hold now.
      slow(one, BUSY);
      return false;
    }
    Duration rest = Duration.between(winner.get().createdAt(), winner.get().expiresAt());
    one.reply()
        .complete(
            new Reply.First<>(
                new PlaceOutcome.Unavailable(UnavailableReason.HELD, Optional.of(rest))));
    return true;
  }

  private void halve(List<Waiting> batch, List<Waiting> undecided) {
    int half = batch.size() / 2;
    place(batch.subList(0, half), undecided);
    place(batch.subList(half, batch.size()), undecided);
  }

  private void halve(List<Waiting> batch, List<Waiting> undecided, DatabaseFailure bug) {
    if (batch.size() > 1) {
      halve(batch, undecided);
    } else {
      batch.getFirst().reply().completeExceptionally(bug);
    }
  }

  private void slow(Waiting one, Attempt<Reply<PlaceOutcome>> first) {
    try {
      slowLane.execute(() -> {
        try {
          one.reply().complete(placing.placeWaiting(one.claim().command(), first));
        } catch (Throwable failure) {
          one.reply().completeExceptionally(failure);
        }
      });
    } catch (RejectedExecutionException stopping) {
      one.reply().complete(new Reply.Busy<>(Placing.SOON));
    }
  }

  /** Takes no more claims, and returns when all that waited have been written. */
  @Override
  public void close() {
    waiting.close();
    for (Thread writer : writers) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
