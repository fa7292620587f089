package dev.satu.account;

import dev.satu.account.ApiKeyStore.NewKey;
import dev.satu.database.Transactions;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Act;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Locker;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.value.AccountId;
import dev.satu.value.KeyId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The API keys of all accounts: make, rotate, revoke, find, list. Knows only hashes. Thread-safe.
 */
public final class ApiKeys {
  private final Transactions transactions;
  private final Admission admission;
  private final AccountStore accounts = new AccountStore();
  private final ApiKeyStore keys = new ApiKeyStore();

  public ApiKeys(Transactions transactions, Admission admission) {
    this.transactions = transactions;
    this.admission = admission;
  }

  /** Makes a key, in a transaction of its own. */
  public Reply<CreateKeyOutcome> create(CreateKeyCommand command) {
    return admission.run(
        command,
        new Act<>(
            (connection, patience) -> command,
            this::decideCreate,
            (connection, answer) -> new CreateKeyOutcome.Created(kept(connection, answer))));
  }

  /** Gives a key a successor, in a transaction of its own. */
  public Reply<RotateKeyOutcome> rotate(RotateKeyCommand command) {
    return admission.run(
        command,
        new Act<>(
            locking(command.id()),
            (connection, isThere) ->
                isThere
                    ? decideRotate(connection, command)
                    : Decision.refused(new RotateKeyOutcome.NotFound()),
            (connection, answer) -> new RotateKeyOutcome.Rotated(kept(connection, answer))));
  }

  /**
   * Ends a key, in a transaction of its own. Whoever asks {@link #inForce} afterwards does not find
   * it.
   */
  public Reply<RevokeKeyOutcome> revoke(RevokeKeyCommand command) {
    return admission.run(
        command,
        new Act<>(
            locking(command.id()),
            (connection, isThere) ->
                isThere
                    ? decideRevoke(connection, command)
                    : Decision.refused(new RevokeKeyOutcome.NotFound()),
            (connection, answer) -> new RevokeKeyOutcome.Revoked(kept(connection, answer))));
  }

  /**
   * The key of this id, as it is now.
   *
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public Optional<ApiKey> find(KeyId id) {
    return transactions.read(connection -> keys.find(connection, id));
  }

  /**
   * What the key of this hash lets its bearer do; empty if there is none, or it is not in force.
   *
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public Optional<KeyInForce> inForce(KeyHash hash) {
    return transactions.read(connection -> keys.inForce(connection, hash));
  }

  /**
   * One page of keys, in order of id.
   *
   * @param account whose; empty: everybody's
   * @param after the last id of the page before; empty for the first page
   * @param limit 1 to {@link Accounts#LARGEST_PAGE}
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public KeyPage list(Optional<AccountId> account, Optional<KeyId> after, int limit) {
    if (limit < 1 || limit > Accounts.LARGEST_PAGE) {
      throw new IllegalArgumentException("limit must be 1 to " + Accounts.LARGEST_PAGE);
    }
    List<ApiKey> read =
        transactions.read(connection ->
            keys.list(connection, account, after.map(KeyId::text).orElse(""), limit + 1));
    boolean more = read.size() > limit;
    List<ApiKey> items = more ? read.subList(0, limit) : read;
    return new KeyPage(
        List.copyOf(items), more ? Optional.of(items.get(limit - 1).id()) : Optional.empty());
  }

  private Locker<Boolean> locking(KeyId id) {
    return (connection, patience) -> keys.lock(connection, id, patience);
  }

  private Decision<CreateKeyOutcome> decideCreate(Connection connection, CreateKeyCommand command)
      throws SQLException {
    if (accounts.find(connection, command.account()).isEmpty()) {
      return Decision.refused(new CreateKeyOutcome.AccountNotFound());
    }
    Instant now = accounts.now(connection);
    NewKey key =
        new NewKey(
            command.account(),
            command.name(),
            command.scopes(),
            ApiKeyStore.end(now, command.lifetime()),
            null,
            command.hash());
    ApiKey made = at(connection, keys.insert(connection, key, command.caller(), now), now);
    return new Decision<>(
        new CreateKeyOutcome.Created(made), new Stored("CREATED", made.json(), null, now));
  }

  private Decision<RotateKeyOutcome> decideRotate(Connection connection, RotateKeyCommand command)
      throws SQLException {
    Instant now = accounts.now(connection);
    Optional<ApiKey> found = keys.find(connection, command.id(), now);
    if (found.isEmpty()) {
      return Decision.refused(new RotateKeyOutcome.NotFound());
    }
    ApiKey old = found.get();
    if (old.status() != KeyStatus.ACTIVE) {
      return Decision.refused(new RotateKeyOutcome.NotInForce(old.status()));
    }
    if (old.replacedBy().isPresent()) {
      return Decision.refused(new RotateKeyOutcome.AlreadyRotated(old.replacedBy().get()));
    }
    // The successor lives no longer than the old one was meant to: rotating prolongs nothing.
    NewKey key =
        new NewKey(
            old.account(),
            old.name(),
            old.scopes(),
            old.expiresAt().orElse(null),
            old.id(),
            command.hash());
    KeyId successor = keys.insert(connection, key, command.caller(), now);
    keys.replace(connection, old.id(), successor, now.plus(command.overlap()));
    ApiKey made = at(connection, successor, now);
    return new Decision<>(
        new RotateKeyOutcome.Rotated(made), new Stored("ROTATED", made.json(), null, now));
  }

  private Decision<RevokeKeyOutcome> decideRevoke(Connection connection, RevokeKeyCommand command)
      throws SQLException {
    Instant now = accounts.now(connection);
    Optional<ApiKey> found = keys.find(connection, command.id(), now);
    if (found.isEmpty()) {
      return Decision.refused(new RevokeKeyOutcome.NotFound());
    }
    if (found.get().status() != KeyStatus.REVOKED) {
      keys.revoke(connection, command, now);
    }
    ApiKey revoked = at(connection, command.id(), now);
    return new Decision<>(
        new RevokeKeyOutcome.Revoked(revoked), new Stored("REVOKED", revoked.json(), null, now));
  }

  private ApiKey at(Connection connection, KeyId id, Instant now) throws SQLException {
    return keys.find(connection, id, now).orElseThrow();
  }

  private ApiKey kept(Connection connection, StoredAnswer answer) throws SQLException {
    return keys.fromAnswer(connection, answer.json());
  }
}
