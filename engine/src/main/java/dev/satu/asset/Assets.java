package dev.satu.asset;

import dev.satu.database.JoinedTransaction;
import dev.satu.database.Transactions;
import dev.satu.event.Event;
import dev.satu.event.EventKind;
import dev.satu.event.EventStore;
import dev.satu.hold.HoldStore;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Act;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Locker;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The catalogue: create, find, list, tell the story, change, withdraw, relist. Thread-safe. */
public final class Assets {
  /** The most assets on one page. */
  public static final int LARGEST_PAGE = 200;

  private final Transactions transactions;
  private final Admission admission;
  private final AssetStore assets;
  private final CatalogueStore catalogue = new CatalogueStore();
  private final EventStore events;
  private final AssetChanges changes;
  private final AssetSearch search;

  public Assets(
      Transactions transactions,
      Admission admission,
      AssetStore assets,
      HoldStore holds,
      EventStore events) {
    this.transactions = transactions;
    this.admission = admission;
    this.assets = assets;
    this.events = events;
    this.changes = new AssetChanges(assets, holds, events);
    this.search = new AssetSearch(transactions, catalogue, AssetSearch.Bounds.USUAL);
  }

  /** Lists a new asset, in a transaction of its own. */
  public Reply<CreateOutcome> create(CreateCommand command) {
    return admission.run(command, creating(command));
  }

  /**
   * Lists a new asset in the caller's transaction; it exists when that one commits.
   *
   * @throws IllegalStateException if autocommit is on or the transaction is not READ COMMITTED
   * @throws SQLException whatever the database says; the transaction must then be rolled back
   */
  public Reply<CreateOutcome> create(Connection connection, CreateCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, creating(command));
  }

  /** Changes details of an asset, if it is of the version that the caller has seen. */
  public Reply<ChangeOutcome> change(ChangeCommand command) {
    return admission.run(command, changing(command));
  }

  /** Changes in the caller's transaction. Throws as {@link #create(Connection, CreateCommand)}. */
  public Reply<ChangeOutcome> change(Connection connection, ChangeCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, changing(command));
  }

  /** Takes an available asset off sale. */
  public Reply<WithdrawOutcome> withdraw(WithdrawCommand command) {
    return admission.run(command, withdrawing(command));
  }

  /**
   * Withdraws in the caller's transaction. Throws as {@link #create(Connection, CreateCommand)}.
   */
  public Reply<WithdrawOutcome> withdraw(Connection connection, WithdrawCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, withdrawing(command));
  }

  /** Puts a withdrawn asset back on sale. */
  public Reply<RelistOutcome> relist(RelistCommand command) {
    return admission.run(command, relisting(command));
  }

  /** Relists in the caller's transaction. Throws as {@link #create(Connection, CreateCommand)}. */
  public Reply<RelistOutcome> relist(Connection connection, RelistCommand command)
      throws SQLException {
    return admission.join(JoinedTransaction.checked(connection), command, relisting(command));
  }

  /**
   * The asset of this id, as it is now.
   *
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public Optional<Asset> find(AssetId id) {
    return transactions.read(connection -> assets.find(connection, id));
  }

  /**
   * One page of the catalogue. Walking it page by page shows each asset once, however others come
   * and go; one whose price is changed meanwhile may be met twice, or not, in an order by price.
   *
   * @param cursor {@link AssetPage#next} of the page before; empty for the first page
   * @param limit 1 to {@link #LARGEST_PAGE}
   * @throws InvalidValue if the cursor is none of this order, or a currency is needed
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public AssetPage list(AssetFilter filter, AssetSort sort, Optional<String> cursor, int limit) {
    requirePageSize(limit);
    if (sort.needsCurrency() && filter.currency().isEmpty()) {
      throw new InvalidValue("currency", "must be given to sort by price");
    }
    Listing listing =
        new Listing(filter, sort, cursor.map(text -> AssetCursor.parse(text, sort)), limit);
    if (filter.text().isPresent()) {
      return search.page(listing);
    }
    ListQuery query = ListQuery.inOrder(listing.from(listing.after(), limit + 1));
    return AssetPage.of(
        transactions.read(connection -> catalogue.list(connection, query)), listing);
  }

  /**
   * One page of an asset's story, in the order in which it happened.
   *
   * @param withNames whether it is for the operator; everybody else is told what happened and when,
   *     but neither who nor why
   * @param after the last version of the page before; 0 for the first page
   * @param limit 1 to {@link #LARGEST_PAGE}
   * @return empty if there is no such asset
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public Optional<StoryPage> story(boolean withNames, AssetId id, long after, int limit) {
    requirePageSize(limit);
    List<CatalogueStore.Told> told =
        transactions.read(
            connection -> catalogue.story(connection, id, withNames, after, limit + 1));
    if (told.isEmpty()) {
      return Optional.empty();
    }
    List<StoryPage.Step> read = told.stream().flatMap(one -> one.step().stream()).toList();
    boolean more = read.size() > limit;
    List<StoryPage.Step> steps = more ? read.subList(0, limit) : read;
    return Optional.of(
        new StoryPage(
            List.copyOf(steps),
            more ? Optional.of(steps.get(limit - 1).version()) : Optional.empty(),
            told.get(0).complete()));
  }

  private static void requirePageSize(int limit) {
    if (limit < 1 || limit > LARGEST_PAGE) {
      throw new IllegalArgumentException("limit must be 1 to " + LARGEST_PAGE);
    }
  }

  private Act<Boolean, ChangeOutcome> changing(ChangeCommand command) {
    return new Act<>(
        locked(command.asset()),
        (connection, isThere) ->
            isThere
                ? changes.change(connection, command)
                : Decision.refused(new ChangeOutcome.NotFound()),
        (connection, answer) ->
            new ChangeOutcome.Changed(assets.fromAnswer(connection, answer.json())));
  }

  private Act<Boolean, WithdrawOutcome> withdrawing(WithdrawCommand command) {
    return new Act<>(
        locked(command.asset()),
        (connection, isThere) ->
            isThere
                ? changes.withdraw(connection, command)
                : Decision.refused(new WithdrawOutcome.NotFound()),
        (connection, answer) ->
            new WithdrawOutcome.Withdrawn(assets.fromAnswer(connection, answer.json())));
  }

  private Act<Boolean, RelistOutcome> relisting(RelistCommand command) {
    return new Act<>(
        locked(command.asset()),
        (connection, isThere) ->
            isThere
                ? changes.relist(connection, command)
                : Decision.refused(new RelistOutcome.NotFound()),
        (connection, answer) ->
            new RelistOutcome.Relisted(assets.fromAnswer(connection, answer.json())));
  }

  /**
   * Whether there was an asset to lock: one that is listed between the lock and the decision is
   * anybody's, and so not decided about.
   */
  private Locker<Boolean> locked(AssetId asset) {
    return (connection, patience) -> assets.lock(connection, asset, patience);
  }

  /** Nothing to lock: that the id is new is decided by the insert. */
  private Act<CreateCommand, CreateOutcome> creating(CreateCommand command) {
    return new Act<>((connection, patience) -> command, this::decide, this::replayed);
  }

  private Decision<CreateOutcome> decide(Connection connection, CreateCommand command)
      throws SQLException {
    if (assets.insert(connection, command) == 0) {
      return Decision.refusedAtConflict(new CreateOutcome.AlreadyExists());
    }
    Asset asset = assets.find(connection, command.asset()).orElseThrow();
    events.append(
        connection,
        new Event(
            Event.Item.of(asset.id()),
            asset.version(),
            EventKind.ASSET_CREATED,
            command.caller().account(),
            command.caller().actor(),
            Event.Subject.NONE,
            null,
            asset.createdAt()));
    return new Decision<>(
        new CreateOutcome.Created(asset),
        new Stored("CREATED", asset.json(), null, asset.createdAt()));
  }

  private CreateOutcome replayed(Connection connection, StoredAnswer answer) throws SQLException {
    return new CreateOutcome.Created(assets.fromAnswer(connection, answer.json()));
  }
}
