package dev.satu.check;

import dev.satu.check.CheckStore.AssetAndEvents;
import dev.satu.database.DatabaseUnavailable;
import dev.satu.database.Transactions;
import dev.satu.value.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether rows and events agree, on a system that goes on working: every asset is made anew
 * from its events and compared with its row, slot by slot, and every invariant is asked for. It
 * writes nothing and locks nothing; each of its statements reads a snapshot of its own, so none
 * lives longer than that statement.
 */
public final class Check {
  /** So many rows that break one invariant are told of. */
  private static final int MOST_ROWS = 100;

  /** In one transaction, which is READ COMMITTED: between two statements it holds no snapshot. */
  private static final int SLOTS_AT_ONCE = 64;

  private final Transactions transactions;
  private final CheckStore store = new CheckStore();

  public Check(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * All that is not as it should be; nothing if all agrees.
   *
   * @throws DatabaseUnavailable if the database cannot be asked now
   */
  public List<Difference> run() {
    List<Difference> found = new ArrayList<>();
    for (int slot = 0; slot < Slot.COUNT; slot += SLOTS_AT_ONCE) {
      found.addAll(assets(slot, slot + SLOTS_AT_ONCE));
    }
    for (Invariant invariant : Invariant.all()) {
      found.addAll(
          transactions.readLong(connection -> store.breaches(connection, invariant, MOST_ROWS)));
    }
    return found;
  }

  private List<Difference> assets(int from, int to) {
    return transactions.readLong(connection -> {
      List<Difference> found = new ArrayList<>();
      for (int slot = from; slot < to; slot++) {
        for (AssetAndEvents asset : store.assets(connection, (short) slot)) {
          found.addAll(compared(asset));
        }
      }
      return found;
    });
  }

  private static List<Difference> compared(AssetAndEvents asset) {
    String id = asset.id();
    ReplayRules.Replayed replayed = ReplayRules.replay(asset.events());
    List<Difference> found = new ArrayList<>();
    for (ReplayRules.Fault fault : replayed.faults()) {
      found.add(Difference.ofStory(id, fault.is(), fault.shouldBe()));
    }
    if (!asset.row().equals(replayed.end())) {
      found.add(
          Difference.ofAsset(
              id, told(asset.row(), "not there"), told(replayed.end(), "there with its events")));
    }
    return found;
  }

  private static String told(Optional<AssetRow> row, String otherwise) {
    return row.map(AssetRow::toString).orElse(otherwise);
  }
}
