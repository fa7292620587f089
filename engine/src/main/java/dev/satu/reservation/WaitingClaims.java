package dev.satu.reservation;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Claims that wait for a writer, one line per asset.
 *
 * <p>A batch takes one claim from each line in turn, and further ones only when all lines had their
 * turn: a crowd before one asset delays a claim on another by one batch, however large it is. The
 * line of an asset that is in a writer's batch stands still until that batch has ended, since two
 * writers would only meet at its lock. In one batch there is at most one claim per (account, key),
 * and per buyer whose holds are limited.
 *
 * <p>Thread-safe.
 */
final class WaitingClaims {
  /** A claim, the promise of its reply, and since when it waits, in nanoseconds of this process. */
  record Waiting(Claim claim, CompletableFuture<Reply<PlaceOutcome>> reply, long since) {
    AssetId asset() {
      return claim.command().asset();
    }
  }

  private record KeyOf(AccountId account, IdempotencyKey key) {}

  private record BuyerOf(AccountId account, BuyerId buyer) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition movement = lock.newCondition();

  /** Lines that have claims and do not stand still, the next one first. */
  private final LinkedHashMap<AssetId, Deque<Waiting>> ready = new LinkedHashMap<>();

  /** Lines of assets that are in a batch. */
  private final Map<AssetId, Deque<Waiting>> standing = new HashMap<>();

  private int size;
  private boolean closed;

  /**
   * Adds a claim to the end of its asset's line.
   *
   * @throws RejectedExecutionException if closed
   */
  void add(Waiting waiting) {
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("closed");
      }
      size++;
      Deque<Waiting> standingStill = standing.get(waiting.asset());
      if (standingStill != null) {
        standingStill.add(waiting);
        return;
      }
      ready.computeIfAbsent(waiting.asset(), asset -> new ArrayDeque<>(2)).add(waiting);
      movement.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there are claims, and takes up to that many. Empty: closed, and all are taken. What
   * was taken has to be given back to {@link #ended}.
   */
  List<Waiting> take(int atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        List<Waiting> batch = gather(atMost);
        if (!batch.isEmpty() || (closed && size == 0)) {
          return batch;
        }
        movement.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The batch has ended: its assets' lines move on.
   *
   * @param undecided those of the batch that go first in their lines again, in their order
   */
  void ended(List<Waiting> batch, List<Waiting> undecided) {
    lock.lock();
    try {
      size += undecided.size();
      for (Waiting waiting : undecided.reversed()) {
        standing.computeIfAbsent(waiting.asset(), asset -> new ArrayDeque<>(2)).addFirst(waiting);
      }
      for (Waiting waiting : batch) {
        Deque<Waiting> line = standing.remove(waiting.asset());
        if (line != null && !line.isEmpty()) {
          ready.put(waiting.asset(), line);
        }
      }
      if (!ready.isEmpty() || closed) {
        movement.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more claims; what waits is still given out. */
  void close() {
    lock.lock();
    try {
      closed = true;
      movement.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How many wait. */
  int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  private List<Waiting> gather(int atMost) {
    List<Waiting> batch = new ArrayList<>(Math.min(atMost, size));
    Set<KeyOf> keys = new HashSet<>();
    Set<BuyerOf> buyers = new HashSet<>();
    int before;
    do {
      before = batch.size();
      takeTurn(batch, atMost, keys, buyers);
    } while (batch.size() > before && batch.size() < atMost);
    size -= batch.size();
    for (Waiting waiting : batch) {
      Deque<Waiting> line = ready.remove(waiting.asset());
      if (line != null) {
        standing.put(waiting.asset(), line);
      }
    }
    return batch;
  }

  /** One claim from each line, as long as there is room. */
  private void takeTurn(List<Waiting> batch, int atMost, Set<KeyOf> keys, Set<BuyerOf> buyers) {
    Iterator<Deque<Waiting>> lines = ready.values().iterator();
    while (batch.size() < atMost && lines.hasNext()) {
      Deque<Waiting> line = lines.next();
      Waiting first = line.peek();
      if (first != null && fits(first.claim().command(), keys, buyers)) {
        batch.add(line.remove());
      }
    }
  }

  private static boolean fits(PlaceCommand command, Set<KeyOf> keys, Set<BuyerOf> buyers) {
    AccountId account = command.caller().account();
    KeyOf key = new KeyOf(account, command.key());
    if (keys.contains(key)) {
      return false;
    }
    if (command.limits().any() && !buyers.add(new BuyerOf(account, command.buyer()))) {
      return false;
    }
    return keys.add(key);
  }
}
