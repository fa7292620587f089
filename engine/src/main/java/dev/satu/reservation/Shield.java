package dev.satu.reservation;

import dev.satu.database.Attempt;
import dev.satu.database.Transactions;
import dev.satu.reservation.PlaceStore.Taken;
import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Repeats from memory, for a fraction of a second, that an asset is held or sold. It never grants,
 * and it answers nobody to whom the database would say something else:
 *
 * <ul>
 *   <li>the holder's own buyer, and every (account, key) that has a stored answer on this asset, go
 *       to the database; an asset with too many of those is not shielded;
 *   <li>whatever this process writes about an asset ends what it remembers of it, before the writer
 *       is answered;
 *   <li>nothing is remembered past the end of the hold, by the monotonic clock and the remaining
 *       time as the database computed it.
 * </ul>
 *
 * <p>Two exceptions, at most as old as an entry: a key that was first used on another asset or by
 * an operator's verb, and one whose answer another node, or a caller's own transaction, stored
 * since, may hear that the asset is taken.
 *
 * <p>Thread-safe.
 */
final class Shield {
  /** An asset with this many refusals in one batch is worth remembering. */
  static final int CROWD = 8;

  /** More remembered assets than this are swept out when another one comes. */
  private static final int MANY = 1000;

  private record Entry(Taken taken, long generation, long readAt, AtomicBoolean beingRead) {}

  private final Transactions transactions;
  private final PlaceStore store;
  private final long lifeNanos;
  private final LongSupplier nanos;
  private final ConcurrentHashMap<AssetId, Entry> entries = new ConcurrentHashMap<>();

  /** Per slot, how often something was written: an entry from before is worth nothing. */
  private final AtomicLongArray generations = new AtomicLongArray(Slot.COUNT);

  /**
   * Begins without remembering anything.
   *
   * @param life how old an entry may become; nothing: never remember
   * @param nanos the monotonic clock of this process
   */
  Shield(Transactions transactions, PlaceStore store, Duration life, LongSupplier nanos) {
    this.nanos = nanos;
    this.transactions = transactions;
    this.store = store;
    this.lifeNanos = life.toNanos();
  }

  /** What this process wrote, or may have written, about an asset of this slot. */
  void forget(short slot) {
    generations.incrementAndGet(slot);
  }

  /**
   * The refusal of this command, if it is certain without asking the database.
   *
   * @param reader where an entry that grows old is read anew
   */
  Optional<PlaceOutcome> refusal(PlaceCommand command, Executor reader) {
    Entry entry = entries.get(command.asset());
    if (entry == null) {
      return Optional.empty();
    }
    long age = nanos.getAsLong() - entry.readAt();
    if (age > lifeNanos || entry.generation() != generations.get(Slot.of(command.asset()))) {
      return Optional.empty();
    }
    if (age > lifeNanos / 2 && entry.beingRead().compareAndSet(false, true)) {
      readLater(command.asset(), reader);
    }
    Taken taken = entry.taken();
    if (command.holdFor().isPresent() || taken.concerns(command)) {
      return Optional.empty();
    }
    if (taken.rest().isEmpty()) {
      return Optional.of(new PlaceOutcome.Unavailable(taken.reason(), Optional.empty()));
    }
    Duration rest = taken.rest().get().minusNanos(age);
    return rest.isPositive()
        ? Optional.of(new PlaceOutcome.Unavailable(taken.reason(), Optional.of(rest)))
        : Optional.empty();
  }

  private void readLater(AssetId asset, Executor reader) {
    try {
      reader.execute(() -> read(asset));
    } catch (RejectedExecutionException stopping) {
      // Then it grows old.
    }
  }

  /** A crowd before this asset was just refused: remember why. */
  void read(AssetId asset) {
    if (lifeNanos == 0) {
      return;
    }
    short slot = Slot.of(asset);
    long generation = generations.get(slot);
    long before = nanos.getAsLong();
    Attempt<Optional<Taken>> read =
        transactions.runSingle(connection -> store.taken(connection, asset));
    if (read instanceof Attempt.Done<Optional<Taken>>(Optional<Taken> taken) && taken.isPresent()) {
      if (entries.size() >= MANY) {
        entries.values().removeIf(old -> before - old.readAt() > lifeNanos);
      }
      entries.put(asset, new Entry(taken.get(), generation, before, new AtomicBoolean()));
    } else {
      entries.remove(asset);
    }
  }
}
