package dev.satu.server.security;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Remembers for a moment what is slow to find out, and asks once where many ask at once.
 *
 * <p>What was found is told for at most {@code keep}, counted from before it was looked up:
 * whatever is revoked is refused everywhere after that, also if the look-up was slow. From half of
 * it on a call renews it behind the scenes, so that who calls often never waits. What was not found
 * is not remembered: a key just made works at once.
 *
 * <p>Thread-safe; never blocks. Look-ups of what is unknown take turns: a flood of guessed keys
 * takes no more of the database than a few of them do, and renewals of good ones go past it.
 */
final class ShortMemory<K, V> {
  private static final int MOST_ENTRIES = 20_000;

  private final Duration keep;
  private final Lookup<K, V> lookup;
  private final Executor executor;
  private final Semaphore places;
  private final Semaphore turns;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<K, CompletableFuture<Optional<V>>> underWay =
      new ConcurrentHashMap<>();

  private record Entry<V>(V value, long renewAt, long endsAt) {}

  /** Finds a value out; may block, and throws if that cannot be done now. */
  @FunctionalInterface
  interface Lookup<K, V> {
    Optional<Found<V>> find(K key);
  }

  /**
   * What was found.
   *
   * @param lasts how long it is true at most, if that is known
   */
  record Found<V>(V value, Optional<Duration> lasts) {}

  /**
   * How look-ups of unknown things are held down.
   *
   * @param atOnce how many run at once
   * @param waiting how many more may wait for their turn; beyond that they are refused
   */
  record Bounds(int atOnce, int waiting) {}

  /** Too many unknown things are being looked up already. */
  static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMany() {
      super("too many look-ups", null, false, false);
    }
  }

  /**
   * @param keep how long a value is told
   * @param executor where look-ups block
   * @param bounds how many unknown things are looked up
   * @param nanoTime a clock that only goes forward
   */
  ShortMemory(
      Duration keep, Lookup<K, V> lookup, Executor executor, Bounds bounds, LongSupplier nanoTime) {
    this.keep = keep;
    this.lookup = lookup;
    this.executor = executor;
    this.places = new Semaphore(bounds.atOnce() + bounds.waiting());
    this.turns = new Semaphore(bounds.atOnce(), true);
    this.nanoTime = nanoTime;
  }

  /**
   * The value, or nothing; done at once if it is remembered.
   *
   * @return fails with what the look-up threw, or with {@link TooMany}
   */
  CompletableFuture<Optional<V>> find(K key) {
    Entry<V> entry = entries.get(key);
    long now = nanoTime.getAsLong();
    if (entry == null || now - entry.endsAt() >= 0) {
      return lookUpUnknown(key);
    }
    if (now - entry.renewAt() >= 0) {
      var _ = lookUp(key, lookup, () -> {});
    }
    return CompletableFuture.completedFuture(Optional.of(entry.value()));
  }

  private CompletableFuture<Optional<V>> lookUpUnknown(K key) {
    CompletableFuture<Optional<V>> joined = underWay.get(key);
    if (joined != null) {
      return joined;
    }
    if (!places.tryAcquire()) {
      return CompletableFuture.failedFuture(new TooMany());
    }
    return lookUp(key, this::findInTurn, places::release);
  }

  private Optional<Found<V>> findInTurn(K key) {
    turns.acquireUninterruptibly();
    try {
      return lookup.find(key);
    } finally {
      turns.release();
    }
  }

  private CompletableFuture<Optional<V>> lookUp(K key, Lookup<K, V> how, Runnable ended) {
    CompletableFuture<Optional<V>> mine = new CompletableFuture<>();
    CompletableFuture<Optional<V>> other = underWay.putIfAbsent(key, mine);
    if (other != null) {
      ended.run();
      return other;
    }
    long begun = nanoTime.getAsLong();
    try {
      executor.execute(() -> {
        try {
          Optional<Found<V>> found = how.find(key);
          remember(key, found, begun);
          end(key, ended);
          mine.complete(found.map(Found::value));
        } catch (Throwable failure) {
          end(key, ended);
          mine.completeExceptionally(failure);
        }
      });
    } catch (RuntimeException stopping) {
      end(key, ended);
      mine.completeExceptionally(stopping);
    }
    return mine;
  }

  private void end(K key, Runnable ended) {
    underWay.remove(key);
    ended.run();
  }

  private void remember(K key, Optional<Found<V>> found, long begun) {
    if (found.isEmpty()) {
      entries.remove(key);
      return;
    }
    Duration lasts = found.get().lasts().filter(length -> length.compareTo(keep) < 0).orElse(keep);
    if (entries.size() >= MOST_ENTRIES) {
      long now = nanoTime.getAsLong();
      entries.values().removeIf(entry -> now - entry.endsAt() >= 0);
    }
    if (entries.size() < MOST_ENTRIES) {
      long length = Math.max(0, lasts.toNanos());
      entries.put(key, new Entry<>(found.get().value(), begun + length / 2, begun + length));
    }
  }
}
