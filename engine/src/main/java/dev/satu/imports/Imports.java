package dev.satu.imports;

import dev.satu.database.Attempt;
import dev.satu.database.DatabaseUnavailable;
import dev.satu.database.SqlState;
import dev.satu.database.Transactions;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import dev.satu.value.ImportId;
import dev.satu.value.Slot;
import java.util.List;
import java.util.Optional;

/** Files of lots: imports them, and tells how far each import is. Thread-safe. */
public final class Imports {
  /** The most imports on one page. */
  public static final int LARGEST_PAGE = 200;

  /** The most bad rows of a file that an import tells of; there it stops to read. */
  public static final int MOST_BAD_ROWS = 10_000;

  private final Transactions transactions;
  private final ProgressStore store = new ProgressStore();
  private final Importing importing;

  public Imports(Transactions transactions, Admission admission) {
    this.transactions = transactions;
    this.importing = new Importing(admission);
  }

  /**
   * Notes that a file begins to come in, and from now on how far that is. To be closed.
   *
   * @param size of the file in bytes, if it is known
   * @throws DatabaseUnavailable if that cannot be noted now: then nothing else would go either
   */
  public ImportProgress begin(Caller caller, IdempotencyKey key, Optional<Long> size) {
    ImportId id = ImportId.create(Slot.ofKey(caller.account(), key.text()));
    Attempt<ImportId> noted =
        transactions.run(connection -> {
          store.begin(connection, id, caller.account(), key, size.orElse(null));
          return id;
        });
    return switch (noted) {
      case Attempt.Done<ImportId>(ImportId begun) ->
          new ImportProgress(begun, size.orElse(null), transactions, store);
      case Attempt.Failed<ImportId>(SqlState why) ->
          throw new DatabaseUnavailable("import not begun: " + why);
      case Attempt.Unknown<ImportId>() ->
          throw new DatabaseUnavailable("import not begun: connection lost");
    };
  }

  /**
   * Imports a file of lots, all of it or nothing. A lot that is listed already with the same
   * details is passed over, so the same file may come again.
   *
   * <p>Takes one connection while it works, two such at once at most; it is staged in short
   * transactions and published by one. A lot that is changed stays locked until that one ends.
   *
   * @param progress of {@link #begin} with the same caller and key; its end is told here
   */
  public Reply<ImportOutcome> run(ImportCommand command, LotFile file, ImportProgress progress) {
    progress.begins(command.digest());
    Reply<ImportOutcome> reply;
    try {
      reply = importing.run(command, file, progress);
    } catch (RuntimeException | Error fault) {
      progress.ended(ImportPhase.FAILED, 0);
      throw fault;
    }
    switch (reply) {
      case Reply.First<ImportOutcome>(ImportOutcome.Imported done) -> progress.leave();
      case Reply.First<ImportOutcome>(ImportOutcome.Refused refused) ->
          progress.ended(ImportPhase.REFUSED, refused.bad().size());
      case Reply.Replay<ImportOutcome> before -> progress.forget();
      case Reply.KeyReused<ImportOutcome>() -> progress.forget();
      case Reply.InProgress<ImportOutcome> elsewhere -> progress.ended(ImportPhase.FAILED, 0);
      case Reply.Busy<ImportOutcome> busy -> progress.ended(ImportPhase.FAILED, 0);
      // Nobody knows: if it did happen, the row says so since.
      case Reply.Unknown<ImportOutcome>() -> progress.leave();
    }
    return reply;
  }

  /** The same for a file that is there already. */
  public Reply<ImportOutcome> run(ImportCommand command, LotFile file) {
    try (ImportProgress progress = begin(command.caller(), command.key(), Optional.empty())) {
      return run(command, file, progress);
    } catch (DatabaseUnavailable unavailable) {
      return new Reply.Busy<>(Importing.SOON);
    }
  }

  /**
   * An import of an account, as it is now; those that began more than 30 days ago are forgotten.
   *
   * @throws DatabaseUnavailable if it cannot be read now
   */
  public Optional<ImportSeen> find(AccountId account, ImportId id) {
    return transactions.read(connection -> store.find(connection, account, id));
  }

  /**
   * One page of an account's imports, the newest first.
   *
   * @param key only those of requests with this key
   * @param before {@link ImportPage#next} of the page before; empty for the first page
   * @param limit 1 to {@link #LARGEST_PAGE}
   * @throws DatabaseUnavailable if it cannot be read now
   */
  public ImportPage list(
      AccountId account, Optional<IdempotencyKey> key, Optional<ImportId> before, int limit) {
    if (limit < 1 || limit > LARGEST_PAGE) {
      throw new IllegalArgumentException("limit must be 1 to " + LARGEST_PAGE);
    }
    List<ImportSeen> read =
        transactions.read(connection -> store.list(connection, account, key, before, limit + 1));
    boolean more = read.size() > limit;
    List<ImportSeen> items = more ? List.copyOf(read.subList(0, limit)) : read;
    return new ImportPage(items, more ? Optional.of(items.getLast().id()) : Optional.empty());
  }
}
