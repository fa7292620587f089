package dev.satu.bench.measure;

import dev.satu.bench.rig.Postgres;
import dev.satu.bench.rig.Server;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/**
 * What the server and the database did until now; two of them tell what a run cost.
 *
 * @param inserted rows, of Satu's tables
 * @param updated rows, of Satu's tables
 * @param hot of those without touching an index
 */
record Tally(
    Duration server, Duration database, long walBytes, long inserted, long updated, long hot) {

  static Tally now(Server server, Postgres postgres) throws IOException, SQLException {
    return new Tally(
        server.cpu(),
        postgres.cpu(),
        postgres.number("SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint"),
        rows(postgres, "n_tup_ins"),
        rows(postgres, "n_tup_upd"),
        rows(postgres, "n_tup_hot_upd"));
  }

  private static long rows(Postgres postgres, String column) throws SQLException {
    return postgres.number(
        "SELECT sum(" + column + ")::bigint FROM pg_stat_user_tables WHERE relname <> 'assets'");
  }

  Duration serverSince(Tally before) {
    return server.minus(before.server);
  }

  Duration databaseSince(Tally before) {
    return database.minus(before.database);
  }
}
