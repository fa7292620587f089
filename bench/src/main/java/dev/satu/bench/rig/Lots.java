package dev.satu.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.value.AssetId;
import dev.satu.value.Slot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Lots of one run: {@code PREFIX1000000}, {@code PREFIX1000001}, …
 *
 * @param prefix of their ids
 * @param number how many
 */
public record Lots(String prefix, int number) {
  /** Seven digits, so that all ids and requests are of one length. */
  static final int FIRST = 1_000_000;

  /**
   * A prime: lots are asked for in steps of it, so that neighbours in time are on different pages.
   * Buyers do not go through a catalogue in the order in which it was imported; if they did, more
   * rows of a page would change at once than the fill factor leaves room for.
   */
  static final int STRIDE = 611_953;

  private static final int CHUNK = 1 << 16;

  /** Puts them into the catalogue, each with the event of its creation, as an import would. */
  public static Lots load(Postgres postgres, String prefix, int number) throws SQLException {
    try (Connection connection = postgres.connect()) {
      connection.setAutoCommit(false);
      copy(
          connection.unwrap(PGConnection.class),
          "asset (slot, id, name, category, price_amount, price_currency, created_at)",
          number,
          i -> line(prefix + (FIRST + i), "\tLot\tbench\t1450000\tCHF\t2026-01-01 00:00:00+00"));
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            String.format(
                Locale.ROOT,
                """
                INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, at)
                SELECT slot, 'asset', id, 1, nextval('event_id'), 'asset.created', 'operator',
                       'account:operator', created_at
                  FROM asset WHERE id BETWEEN '%s' AND '%s'
                """,
                prefix + FIRST,
                prefix + (FIRST + number - 1)));
      }
      connection.commit();
    }
    return new Lots(prefix, number);
  }

  /** Puts slots and ids of lots into a table of the two. */
  static void copyIds(PGConnection connection, String table, String prefix, int number)
      throws SQLException {
    copy(connection, table, number, i -> line(prefix + (FIRST + i), ""));
  }

  private static String line(String id, String rest) {
    return Slot.of(new AssetId(id)) + "\t" + id + rest + "\n";
  }

  private static void copy(
      PGConnection connection, String into, int number, IntFunction<String> line)
      throws SQLException {
    CopyIn copy = connection.getCopyAPI().copyIn("COPY " + into + " FROM STDIN");
    StringBuilder lines = new StringBuilder(CHUNK + 200);
    for (int i = 0; i < number; i++) {
      lines.append(line.apply(i));
      if (lines.length() > CHUNK || i == number - 1) {
        byte[] bytes = lines.toString().getBytes(UTF_8);
        copy.writeToCopy(bytes, 0, bytes.length);
        lines.setLength(0);
      }
    }
    copy.endCopy();
  }

  /** A hold on one of them, by a buyer and with a key of its own; as wrk sends it. */
  byte[] request(int which) {
    int n = FIRST + (int) ((long) which * STRIDE % number);
    return String.format(
            Locale.ROOT,
            "POST /v1/assets/%s%d/reservations HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s"
                + "\r\nContent-Type: application/json\r\nContent-Length: 26\r\nIdempotency-Key: %1$s-open-%2$d"
                + "\r\n\r\n{\"buyer_id\":\"usr_%2$d\"}",
            prefix,
            n,
            Server.KEY)
        .getBytes(UTF_8);
  }

  /** How many of them are held. */
  public long held(Postgres postgres) throws SQLException {
    return postgres.number(
        String.format(
            Locale.ROOT,
            "SELECT count(*) FROM asset WHERE id BETWEEN '%s' AND '%s' AND status = 'HELD'",
            prefix + FIRST,
            prefix + (FIRST + number - 1)));
  }

  /** After a load and before a measurement: statistics, no garbage, nothing to write down. */
  public static void settle(Postgres postgres) {
    postgres.run(
        List.of(
            "VACUUM (ANALYZE) asset",
            "VACUUM (ANALYZE) event",
            "VACUUM (ANALYZE) reservation",
            "VACUUM (ANALYZE) idempotency_key",
            "CHECKPOINT"));
  }
}
