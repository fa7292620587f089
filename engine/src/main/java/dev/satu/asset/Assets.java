package dev.satu.asset;

import dev.satu.database.JoinedTransaction;
import dev.satu.database.Transactions;
import dev.satu.event.Event;
import dev.satu.event.EventKind;
import dev.satu.event.EventStore;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Act;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.value.AssetId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The catalogue: create, find, list. Thread-safe. */
public final class Assets {
  /** The most assets on one page. */
  public static final int LARGEST_PAGE = 200;

  private final Transactions transactions;
  private final Admission admission;
  private final AssetStore assets;
  private final EventStore events;

  public Assets(
      Transactions transactions, Admission admission, AssetStore assets, EventStore events) {
    this.transactions = transactions;
    this.admission = admission;
    this.assets = assets;
    this.events = events;
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

  /**
   * The asset of this id, as it is now.
   *
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public Optional<Asset> find(AssetId id) {
    return transactions.read(connection -> assets.find(connection, id));
  }

  /**
   * One page of the catalogue, in order of id.
   *
   * @param after the last id of the page before; empty for the first page
   * @param limit 1 to {@link #LARGEST_PAGE}
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public AssetPage list(Optional<AssetId> after, int limit) {
    if (limit < 1 || limit > LARGEST_PAGE) {
      throw new IllegalArgumentException("limit must be 1 to " + LARGEST_PAGE);
    }
    List<Asset> read =
        transactions.read(
            connection -> assets.list(connection, after.map(AssetId::text).orElse(""), limit + 1));
    boolean more = read.size() > limit;
    List<Asset> items = more ? read.subList(0, limit) : read;
    return new AssetPage(
        List.copyOf(items), more ? Optional.of(items.get(limit - 1).id()) : Optional.empty());
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
