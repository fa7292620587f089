package dev.satu.imports;

import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.value.AccountId;
import dev.satu.value.ImportId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code import}. */
final class ProgressStore {
  private static final String BEGIN =
      """
      INSERT INTO import (slot, id, account_id, key, size, started_at, updated_at)
      SELECT ?, ?, ?, ?, ?::bigint, c.t, c.t FROM (SELECT clock_timestamp() AS t) c
      """;

  private static final String TELL =
      """
      UPDATE import
         SET phase = ?, digest = ?, size = coalesce(?, size), bytes_received = ?, bytes_read = ?, rows = ?, bad_rows = ?,
             updated_at = clock_timestamp()
       WHERE slot = ? AND id = ? AND ended_at IS NULL
      """;

  private static final String END =
      """
      UPDATE import i
         SET phase = ?, digest = ?, size = coalesce(?, size), bytes_received = ?, bytes_read = ?, rows = ?, bad_rows = ?,
             updated_at = c.t, ended_at = c.t
        FROM (SELECT clock_timestamp() AS t) c
       WHERE slot = ? AND id = ? AND ended_at IS NULL
      """;

  private static final String FORGET =
      "DELETE FROM import WHERE slot = ? AND id = ? AND ended_at IS NULL";

  private static final String COLUMNS =
      """
      SELECT i.id, i.phase, i.rows, i.bad_rows, i.started_at, i.updated_at, i.ended_at, import_json(i) AS json
        FROM import i
      """;

  private static final String FIND =
      COLUMNS + " WHERE i.slot = ? AND i.id = ? AND i.account_id = ?";

  private static final String LIST =
      COLUMNS
          + """
          WHERE i.account_id = ? AND (?::text IS NULL OR i.key = ?) AND i.id < ?
          ORDER BY i.id DESC LIMIT ?
          """;

  /** Comes after every id. */
  private static final String BEHIND_ALL = "~";

  private static final String PURGE =
      """
      DELETE FROM import i
       USING (SELECT o.slot, o.id
                FROM import o
               WHERE o.started_at < (SELECT clock_timestamp()) - ?::interval
               ORDER BY o.started_at LIMIT ?
                 FOR UPDATE SKIP LOCKED) old
       WHERE i.slot = old.slot AND i.id = old.id
      """;

  /**
   * What is told of an import while it runs.
   *
   * @param size of the file, if it is known
   */
  record Told(
      ImportPhase phase,
      @Nullable String digest,
      @Nullable Long size,
      long received,
      long read,
      long rows,
      long bad) {}

  void begin(
      Connection connection,
      ImportId id,
      AccountId account,
      IdempotencyKey key,
      @Nullable Long size)
      throws SQLException {
    int begun =
        Sql.update(connection, BEGIN, id.slot(), id.text(), account.text(), key.text(), size);
    Sql.expectOne(begun, "the import");
  }

  /** Returns the rows changed: 0 if it has ended. */
  int tell(Connection connection, ImportId id, Told told) throws SQLException {
    return write(connection, TELL, id, told);
  }

  /** Returns the rows changed: 0 if it has ended before. */
  int end(Connection connection, ImportId id, Told told) throws SQLException {
    return write(connection, END, id, told);
  }

  private static int write(Connection connection, String sql, ImportId id, Told told)
      throws SQLException {
    return Sql.update(
        connection,
        sql,
        told.phase().name(),
        told.digest(),
        told.size(),
        told.received(),
        told.read(),
        told.rows(),
        told.bad(),
        id.slot(),
        id.text());
  }

  /** Takes the row of one that was none. Returns the rows deleted: 0 if it has ended. */
  int forget(Connection connection, ImportId id) throws SQLException {
    return Sql.update(connection, FORGET, id.slot(), id.text());
  }

  Optional<ImportSeen> find(Connection connection, AccountId account, ImportId id)
      throws SQLException {
    return Sql.first(connection, FIND, ProgressStore::seen, id.slot(), id.text(), account.text());
  }

  /** The imports of an account, of one key or of all, the newest first. */
  List<ImportSeen> list(
      Connection connection,
      AccountId account,
      Optional<IdempotencyKey> key,
      Optional<ImportId> before,
      int limit)
      throws SQLException {
    String keyText = key.map(IdempotencyKey::text).orElse(null);
    return Sql.list(
        connection,
        LIST,
        ProgressStore::seen,
        account.text(),
        keyText,
        keyText,
        before.map(ImportId::text).orElse(BEHIND_ALL),
        limit);
  }

  /** Deletes up to {@code limit} rows that began longer ago than that, the oldest first. */
  int purge(Connection connection, Duration olderThan, int limit) throws SQLException {
    return Sql.update(connection, PURGE, olderThan, limit);
  }

  private static ImportSeen seen(Row row) throws SQLException {
    return new ImportSeen(
        new ImportId(row.text("id")),
        ImportPhase.valueOf(row.text("phase")),
        row.bigint("rows"),
        row.bigint("bad_rows"),
        row.instant("started_at"),
        row.instant("updated_at"),
        row.instantIfAny("ended_at"),
        row.text("json"));
  }
}
