package dev.satu.account;

import dev.satu.database.Patience;
import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.database.SqlState;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import dev.satu.value.KeyId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of {@code api_key}. */
final class ApiKeyStore {
  private static final String COLUMNS =
      """
      SELECT k.id, k.account_id, k.name, array_to_string(k.scopes, ' ') AS scopes,
             api_key_status_at(k.status, k.expires_at, c.t) AS status, k.expires_at, k.replaced_by, k.version,
             api_key_json(k, c.t) AS json
        FROM api_key k CROSS JOIN (SELECT coalesce(?, clock_timestamp()) AS t) c
      """;

  private static final String FIND = COLUMNS + " WHERE k.slot = ? AND k.id = ?";

  private static final String LIST = COLUMNS + " WHERE k.id > ? ORDER BY k.id LIMIT ?";

  private static final String LIST_OF_ACCOUNT =
      COLUMNS + " WHERE k.account_id = ? AND k.id > ? ORDER BY k.id LIMIT ?";

  private static final String IN_FORCE =
      """
      SELECT k.id, k.account_id, array_to_string(k.scopes, ' ') AS scopes,
             extract(epoch FROM k.expires_at - c.t) AS remaining_seconds,
             a.own_hold, a.live_holds, extract(epoch FROM a.pause_after_expiry) AS pause_seconds
        FROM api_key k
        JOIN account a ON a.slot = k.account_slot AND a.id = k.account_id
       CROSS JOIN (SELECT clock_timestamp() AS t) c
       WHERE k.slot = ? AND k.hash = ? AND api_key_status_at(k.status, k.expires_at, c.t) = 'ACTIVE'
      """;

  private static final String INSERT =
      """
      INSERT INTO api_key (slot, id, hash, account_slot, account_id, name, scopes, expires_at, rotated_from, created_at,
                           created_by)
      VALUES (?, ?, ?, ?, ?, ?, string_to_array(?, ' '), ?, ?, ?, ?)
      """;

  private static final String LOCK_NOW =
      """
      SELECT 1 AS locked FROM api_key WHERE slot = ? AND id = ? FOR NO KEY UPDATE NOWAIT
      """;

  private static final String LOCK =
      """
      SELECT 1 AS locked FROM api_key WHERE slot = ? AND id = ? FOR NO KEY UPDATE
      """;

  private static final String REPLACE =
      """
      UPDATE api_key
         SET replaced_by = ?, expires_at = least(expires_at, ?), version = version + 1
       WHERE slot = ? AND id = ? AND status = 'ACTIVE' AND replaced_by IS NULL
      """;

  private static final String REVOKE =
      """
      UPDATE api_key
         SET status = 'REVOKED', revoked_at = ?, revoked_by = ?, revoke_reason = ?, version = version + 1
       WHERE slot = ? AND id = ? AND status = 'ACTIVE'
      """;

  private static final String FROM_ANSWER =
      """
      SELECT j ->> 'key_id' AS id, j ->> 'account_id' AS account_id, j ->> 'name' AS name,
             (SELECT string_agg(s, ' ' ORDER BY s COLLATE "C") FROM json_array_elements_text(j -> 'scopes') s) AS scopes,
             j ->> 'status' AS status, (j ->> 'expires_at')::timestamptz AS expires_at,
             j ->> 'replaced_by' AS replaced_by, (j ->> 'version')::bigint AS version, j::text AS json
        FROM (SELECT ?::json AS j) answer
      """;

  /** A key as it is now. */
  Optional<ApiKey> find(Connection connection, KeyId id) throws SQLException {
    return find(connection, id, null);
  }

  /** A key as it was at that instant, so that one reading of the clock serves a decision. */
  Optional<ApiKey> find(Connection connection, KeyId id, @Nullable Instant at) throws SQLException {
    return Sql.first(connection, FIND, ApiKeyStore::key, at, id.slot(), id.text());
  }

  /** The keys after an id, in order of id, of one account or of all. */
  List<ApiKey> list(Connection connection, Optional<AccountId> account, String after, int limit)
      throws SQLException {
    return account.isPresent()
        ? Sql.list(
            connection, LIST_OF_ACCOUNT, ApiKeyStore::key, null, account.get().text(), after, limit)
        : Sql.list(connection, LIST, ApiKeyStore::key, null, after, limit);
  }

  Optional<KeyInForce> inForce(Connection connection, KeyHash hash) throws SQLException {
    return Sql.first(
        connection,
        IN_FORCE,
        row ->
            new KeyInForce(
                new KeyId(row.text("id")),
                new AccountId(row.text("account_id")),
                AccountStore.rules(row),
                Set.of(row.text("scopes").split(" ", -1)),
                row.secondsIfAny("remaining_seconds")),
        hash.slot(),
        hash.bytes());
  }

  /** What a new row says beside what its command says. */
  record NewKey(
      AccountId account,
      String name,
      List<String> scopes,
      @Nullable Instant expires,
      @Nullable KeyId rotatedFrom,
      KeyHash hash) {}

  /**
   * Inserts a key, and returns its id.
   *
   * @throws InvalidValue if a scope is none of those that the schema knows
   */
  KeyId insert(Connection connection, NewKey key, Caller by, Instant now) throws SQLException {
    KeyId id = KeyId.create(key.hash().slot());
    KeyId from = key.rotatedFrom();
    try {
      int inserted =
          Sql.update(
              connection,
              INSERT,
              id.slot(),
              id.text(),
              key.hash().bytes(),
              Slot.of(key.account()),
              key.account().text(),
              key.name(),
              String.join(" ", key.scopes()),
              key.expires(),
              from == null ? null : from.text(),
              now,
              by.actor());
      Sql.expectOne(inserted, "the key");
    } catch (SQLException e) {
      if (SqlState.refusesValue(e)) {
        throw new InvalidValue("scopes", "must be of claim, settle, read, operator");
      }
      throw e;
    }
    return id;
  }

  /**
   * Locks a key until the transaction ends.
   *
   * @return whether there is one. If not, nothing is locked, and one that appears meanwhile must
   *     not be decided about
   * @throws SQLException 55P03 if somebody else has it and patience has ended
   */
  boolean lock(Connection connection, KeyId id, Patience patience) throws SQLException {
    return Sql.first(
            connection,
            patience == Patience.NONE ? LOCK_NOW : LOCK,
            row -> row.integer("locked"),
            id.slot(),
            id.text())
        .isPresent();
  }

  /** Names the successor of a key, and lets the key expire when the overlap ends. */
  void replace(Connection connection, KeyId old, KeyId successor, Instant until)
      throws SQLException {
    int changed = Sql.update(connection, REPLACE, successor.text(), until, old.slot(), old.text());
    Sql.expectOne(changed, "the replaced key");
  }

  /** Ends a key that was not revoked before. */
  void revoke(Connection connection, RevokeKeyCommand command, Instant now) throws SQLException {
    int changed =
        Sql.update(
            connection,
            REVOKE,
            now,
            command.caller().actor(),
            command.reason(),
            command.id().slot(),
            command.id().text());
    Sql.expectOne(changed, "the revoked key");
  }

  /** The key that a stored answer tells of; its {@code json} is that answer, to the letter. */
  ApiKey fromAnswer(Connection connection, String json) throws SQLException {
    return Sql.first(connection, FROM_ANSWER, ApiKeyStore::key, json).orElseThrow();
  }

  private static ApiKey key(Row row) throws SQLException {
    return new ApiKey(
        new KeyId(row.text("id")),
        new AccountId(row.text("account_id")),
        row.text("name"),
        List.of(row.text("scopes").split(" ", -1)),
        KeyStatus.valueOf(row.text("status")),
        row.instantIfAny("expires_at"),
        row.textIfAny("replaced_by").map(KeyId::new),
        row.bigint("version"),
        row.text("json"));
  }

  /** When a length that begins now ends. */
  static @Nullable Instant end(Instant now, Optional<Duration> length) {
    return length.map(now::plus).orElse(null);
  }
}
