package dev.satu.account;

import dev.satu.account.ChangeAccountCommand.Change;
import dev.satu.database.Transactions;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Admission.Act;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.idempotency.Reply;
import dev.satu.idempotency.StoredAnswer;
import dev.satu.value.AccountId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Who may call: make, change, find and list accounts. Thread-safe. */
public final class Accounts {
  /** The most accounts, or keys, on one page. */
  public static final int LARGEST_PAGE = 200;

  private final Transactions transactions;
  private final Admission admission;
  private final AccountStore accounts = new AccountStore();

  public Accounts(Transactions transactions, Admission admission) {
    this.transactions = transactions;
    this.admission = admission;
  }

  /** Makes a new account, in a transaction of its own. */
  public Reply<CreateAccountOutcome> create(CreateAccountCommand command) {
    // Nothing to lock: that the id is new is decided by the insert.
    return admission.run(
        command, new Act<>((connection, patience) -> command, this::decideCreate, this::created));
  }

  /** Changes an account, in a transaction of its own. */
  public Reply<ChangeAccountOutcome> change(ChangeAccountCommand command) {
    return admission.run(
        command,
        new Act<>(
            (connection, patience) -> accounts.lock(connection, command.account(), patience),
            (connection, isThere) ->
                isThere
                    ? decideChange(connection, command)
                    : Decision.refused(new ChangeAccountOutcome.NotFound()),
            this::changed));
  }

  /**
   * The account of this id, as it is now.
   *
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public Optional<Account> find(AccountId id) {
    return transactions.read(connection -> accounts.find(connection, id));
  }

  /**
   * One page of the accounts, in order of id.
   *
   * @param after the last id of the page before; empty for the first page
   * @param limit 1 to {@link #LARGEST_PAGE}
   * @throws dev.satu.database.DatabaseUnavailable if it cannot be read now
   */
  public AccountPage list(Optional<AccountId> after, int limit) {
    if (limit < 1 || limit > LARGEST_PAGE) {
      throw new IllegalArgumentException("limit must be 1 to " + LARGEST_PAGE);
    }
    List<Account> read =
        transactions.read(connection ->
            accounts.list(connection, after.map(AccountId::text).orElse(""), limit + 1));
    boolean more = read.size() > limit;
    List<Account> items = more ? read.subList(0, limit) : read;
    return new AccountPage(
        List.copyOf(items), more ? Optional.of(items.get(limit - 1).id()) : Optional.empty());
  }

  private Decision<CreateAccountOutcome> decideCreate(
      Connection connection, CreateAccountCommand command) throws SQLException {
    Instant now = accounts.now(connection);
    if (accounts.insert(connection, command, now) == 0) {
      return Decision.refusedAtConflict(new CreateAccountOutcome.AlreadyExists());
    }
    Account account = accounts.find(connection, command.account()).orElseThrow();
    return new Decision<>(
        new CreateAccountOutcome.Created(account),
        new Stored("CREATED", account.json(), null, now));
  }

  private Decision<ChangeAccountOutcome> decideChange(
      Connection connection, ChangeAccountCommand command) throws SQLException {
    Optional<Account> found = accounts.find(connection, command.account());
    if (found.isEmpty()) {
      return Decision.refused(new ChangeAccountOutcome.NotFound());
    }
    Account before = found.get();
    if (before.version() != command.version()) {
      return Decision.refused(new ChangeAccountOutcome.OtherVersion(before));
    }
    Change change = command.change();
    String name = change.name();
    accounts.change(
        connection, before, name == null ? before.name() : name, change.of(before.rules()));
    Account after = accounts.find(connection, command.account()).orElseThrow();
    return new Decision<>(
        new ChangeAccountOutcome.Changed(after),
        new Stored("CHANGED", after.json(), null, accounts.now(connection)));
  }

  private CreateAccountOutcome created(Connection connection, StoredAnswer answer)
      throws SQLException {
    return new CreateAccountOutcome.Created(accounts.fromAnswer(connection, answer.json()));
  }

  private ChangeAccountOutcome changed(Connection connection, StoredAnswer answer)
      throws SQLException {
    return new ChangeAccountOutcome.Changed(accounts.fromAnswer(connection, answer.json()));
  }
}
