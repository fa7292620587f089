package dev.satu.account;

import dev.satu.database.Patience;
import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.reservation.OwnHold;
import dev.satu.value.AccountId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of {@code account}. */
final class AccountStore {
  private static final String COLUMNS =
      """
      SELECT a.id, a.name, a.own_hold, a.live_holds, extract(epoch FROM a.pause_after_expiry) AS pause_seconds,
             a.version, account_json(a) AS json
        FROM account a
      """;

  private static final String FIND = COLUMNS + " WHERE a.slot = ? AND a.id = ?";

  private static final String LIST = COLUMNS + " WHERE a.id > ? ORDER BY a.id LIMIT ?";

  private static final String INSERT =
      """
      INSERT INTO account (slot, id, name, own_hold, live_holds, pause_after_expiry, created_at)
      VALUES (?, ?, ?, ?, ?, ?::interval, ?)
          ON CONFLICT DO NOTHING
      """;

  private static final String LOCK_NOW =
      """
      SELECT 1 AS locked FROM account WHERE slot = ? AND id = ? FOR NO KEY UPDATE NOWAIT
      """;

  private static final String LOCK =
      """
      SELECT 1 AS locked FROM account WHERE slot = ? AND id = ? FOR NO KEY UPDATE
      """;

  private static final String CHANGE =
      """
      UPDATE account
         SET name = ?, own_hold = ?, live_holds = ?, pause_after_expiry = ?::interval, version = version + 1
       WHERE slot = ? AND id = ? AND version = ?
      """;

  private static final String FROM_ANSWER =
      """
      SELECT j ->> 'account_id' AS id, j ->> 'name' AS name, j ->> 'own_hold' AS own_hold,
             (j ->> 'live_holds')::integer AS live_holds,
             extract(epoch FROM (j ->> 'pause_after_expiry')::interval) AS pause_seconds,
             (j ->> 'version')::bigint AS version, j::text AS json
        FROM (SELECT ?::json AS j) answer
      """;

  private static final String NOW = "SELECT clock_timestamp() AS t";

  Optional<Account> find(Connection connection, AccountId id) throws SQLException {
    return Sql.first(connection, FIND, AccountStore::account, Slot.of(id), id.text());
  }

  /** The accounts after an id, in order of id; the empty text begins at the first. */
  List<Account> list(Connection connection, String after, int limit) throws SQLException {
    return Sql.list(connection, LIST, AccountStore::account, after, limit);
  }

  /** The database's clock: one reading for a whole decision, taken after the lock. */
  Instant now(Connection connection) throws SQLException {
    return Sql.first(connection, NOW, row -> row.instant("t")).orElseThrow();
  }

  /** Returns the rows inserted: 0 if the id is taken. */
  int insert(Connection connection, CreateAccountCommand command, Instant now) throws SQLException {
    AccountRules rules = command.rules();
    return Sql.update(
        connection,
        INSERT,
        Slot.of(command.account()),
        command.account().text(),
        command.name(),
        rules.ownHold().name(),
        rules.liveHolds().orElse(null),
        rules.pauseAfterExpiry().orElse(null),
        now);
  }

  /**
   * Locks an account until the transaction ends.
   *
   * @return whether there is one. If not, nothing is locked, and one that appears meanwhile must
   *     not be decided about
   * @throws SQLException 55P03 if somebody else has it and patience has ended
   */
  boolean lock(Connection connection, AccountId id, Patience patience) throws SQLException {
    return Sql.first(
            connection,
            patience == Patience.NONE ? LOCK_NOW : LOCK,
            row -> row.integer("locked"),
            Slot.of(id),
            id.text())
        .isPresent();
  }

  /** Writes what an account becomes; it is locked, and of this version. */
  void change(Connection connection, Account before, String name, AccountRules rules)
      throws SQLException {
    int changed =
        Sql.update(
            connection,
            CHANGE,
            name,
            rules.ownHold().name(),
            rules.liveHolds().orElse(null),
            rules.pauseAfterExpiry().orElse(null),
            Slot.of(before.id()),
            before.id().text(),
            before.version());
    Sql.expectOne(changed, "the account");
  }

  /** The account that a stored answer tells of; its {@code json} is that answer, to the letter. */
  Account fromAnswer(Connection connection, String json) throws SQLException {
    return Sql.first(connection, FROM_ANSWER, AccountStore::account, json).orElseThrow();
  }

  /** The rules in a row that has the account's columns. */
  static AccountRules rules(Row row) throws SQLException {
    return new AccountRules(
        OwnHold.valueOf(row.text("own_hold")),
        row.bigintIfAny("live_holds").map(Math::toIntExact),
        row.secondsIfAny("pause_seconds"));
  }

  private static Account account(Row row) throws SQLException {
    return new Account(
        new AccountId(row.text("id")),
        row.text("name"),
        rules(row),
        row.bigint("version"),
        row.text("json"));
  }
}
