package dev.satu.retention;

import dev.satu.database.Transactions;
import dev.satu.idempotency.KeyStore;
import dev.satu.janitor.Sweep;
import java.time.Duration;
import java.util.List;

/**
 * The four purges, in the order in which they run: a reservation goes only after its events.
 *
 * @param keys stored answers, after {@code keysKept}: they are of no use once nobody retries
 * @param events what happened, after {@code storyKept}, but for the last of each item: it passes
 *     them in the order of their ids and counts those that it passed
 * @param reservations those that ended before the events that were passed, and that no payment
 *     names
 * @param buyers the rows that are locked before holds are counted, after {@code keysKept}: the next
 *     limited hold makes a row anew
 */
public record Retention(Sweep keys, Sweep events, Sweep reservations, Sweep buyers) {
  /**
   * Purges by these ages.
   *
   * @param keysKept how long a stored answer is kept
   * @param storyKept how long events and ended reservations are kept
   */
  public static Retention of(
      Transactions transactions, KeyStore keyStore, Duration keysKept, Duration storyKept) {
    RetentionStore store = new RetentionStore();
    return new Retention(
        new Purge(
            transactions,
            "old keys",
            (connection, limit) -> keyStore.purge(connection, keysKept, limit),
            connection -> keyStore.overdue(connection, keysKept)),
        new Purge(
            transactions,
            "old events",
            (connection, limit) -> store.purgeEvents(connection, storyKept, limit),
            connection -> store.overdueEvent(connection, storyKept)),
        new Purge(
            transactions,
            "old reservations",
            store::purgeReservations,
            connection -> store.overdueReservation(connection, storyKept)),
        new Purge(
            transactions,
            "old buyers",
            (connection, limit) -> store.purgeBuyers(connection, keysKept, limit),
            connection -> store.overdueBuyer(connection, keysKept)));
  }

  /** All of them, in their order. */
  public List<Sweep> all() {
    return List.of(keys, events, reservations, buyers);
  }
}
