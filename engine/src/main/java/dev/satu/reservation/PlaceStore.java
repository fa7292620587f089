package dev.satu.reservation;

import dev.satu.database.DatabaseFailure;
import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.ReservationId;
import dev.satu.value.Slot;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Places holds, many in one round trip, by {@code place_holds}: the statements and their reasons
 * stand there.
 */
final class PlaceStore {
  private static final String PLACE =
      """
      SELECT d.verdict, d.reservation_id,
             CASE WHEN j IS NULL THEN d.status ELSE j ->> 'status' END AS status,
             CASE WHEN j IS NULL THEN d.created_at ELSE (j ->> 'created_at')::timestamptz END AS created_at,
             CASE WHEN j IS NULL THEN d.expires_at ELSE (j ->> 'expires_at')::timestamptz END AS expires_at,
             CASE WHEN j IS NULL THEN d.price_amount ELSE (j #>> '{price,amount}')::bigint END AS price_amount,
             CASE WHEN j IS NULL THEN d.price_currency ELSE j #>> '{price,currency}' END AS price_currency,
             CASE WHEN j IS NULL THEN d.version ELSE (j ->> 'version')::bigint END AS version,
             extract(epoch FROM d.retry_after) AS retry_seconds, extract(epoch FROM d.longest) AS longest_seconds,
             d.stored_outcome, d.answer, d.current_status
        FROM place_holds(?, ?::interval, ?::interval, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) d
       CROSS JOIN LATERAL (SELECT CASE WHEN d.verdict = 'REPLAY' THEN d.answer::json END AS j) stored
       ORDER BY d.n
      """;

  private static final String MAKE_BUYER =
      """
      INSERT INTO buyer (slot, account_id, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
      """;

  /** One statement, so one snapshot: a stored answer is missed only if it was stored later. */
  private static final String TAKEN =
      """
      SELECT a.status, r.account_id, r.buyer_id,
             extract(epoch FROM a.hold_expires_at - clock_timestamp()) AS rest_seconds,
             h.number AS holds, k.number AS answers, k.accounts, k.keys
        FROM asset a
        JOIN reservation r ON r.slot = a.slot AND r.id = a.reservation_id
       CROSS JOIN LATERAL (
             SELECT count(*) AS number, array_agg(e.reservation_id) AS ids
               FROM (SELECT e.reservation_id FROM event e
                      WHERE e.slot = a.slot AND e.item_kind = 'asset' AND e.item_id = a.id AND e.kind = 'asset.held'
                        AND e.at >= (SELECT min(o.created_at) FROM idempotency_key o) - interval '24 hours'
                      ORDER BY e.version DESC LIMIT ?) e) h
       CROSS JOIN LATERAL (
             SELECT count(*) AS number, array_agg(s.account_id) AS accounts, array_agg(s.key) AS keys
               FROM (SELECT k.account_id, k.key
                       FROM idempotency_key k WHERE k.reservation_id = ANY (h.ids) LIMIT ?) s) k
       WHERE a.slot = ? AND a.id = ? AND a.status IN ('HELD', 'SOLD')
      """;

  /** An asset with more stored answers than this is asked about each time. */
  private static final int MOST_KEYS = 256;

  private final ReservationLimits limits;

  PlaceStore(ReservationLimits limits) {
    this.limits = limits;
  }

  /** Whether rows that others have locked are waited for, or answered {@link HoldVerdict#BUSY}. */
  enum Locked {
    WAIT,
    SKIP
  }

  /**
   * What was decided about one request.
   *
   * @param reservation for {@code GRANTED}, {@code ALREADY_HELD} and, as it was answered then, for
   *     {@code REPLAY}
   * @param earliest for {@code LIMIT_REACHED}: when the buyer's first hold ends
   * @param replayed for {@code REPLAY}: what was answered then
   */
  record Placed(
      HoldVerdict verdict,
      Optional<Reservation> reservation,
      Optional<Duration> retryAfter,
      Optional<Instant> earliest,
      Optional<Duration> longest,
      Optional<Replayed> replayed) {}

  /** What is known of a stored answer beside its reservation. */
  record Replayed(String outcome, Optional<String> statusNow) {}

  /**
   * Decides and writes all commands in the connection's transaction.
   *
   * @param claims at most one per (account, key) and per limited buyer
   * @return what was decided, in the order of the claims
   * @throws SQLException among others {@code KEY_BUSY} and {@code KEY_TAKEN}: then nothing was done
   *     for any of them
   */
  List<Placed> place(Connection connection, Locked locked, List<Claim> claims) throws SQLException {
    Iterator<Claim> inOrder = claims.iterator();
    List<Placed> placed =
        Sql.list(
            connection,
            PLACE,
            row -> placed(row, inOrder.next().command()),
            locked == Locked.WAIT,
            limits.holdDefault(),
            limits.holdMax(),
            slots(connection, claims, c -> Slot.of(c.asset())),
            texts(connection, claims, c -> c.asset().text()),
            texts(connection, claims, c -> c.caller().account().text()),
            texts(connection, claims, c -> c.buyer().text()),
            texts(connection, claims, c -> c.caller().actor()),
            texts(connection, claims, c -> ReservationId.create(Slot.of(c.asset())).text()),
            intervals(connection, claims, PlaceCommand::holdFor),
            array(
                connection,
                "bool",
                Boolean[]::new,
                claims,
                c -> c.command().ownHold() == OwnHold.REFUSE),
            array(connection, "bool", Boolean[]::new, claims, followers(claims)),
            slots(connection, claims, c -> Slot.of(c.caller().account(), c.buyer())),
            array(
                connection,
                "int4",
                Integer[]::new,
                claims,
                c -> c.command().limits().liveHolds().orElse(null)),
            intervals(connection, claims, c -> c.limits().pauseAfterExpiry()),
            slots(connection, claims, c -> Slot.ofKey(c.caller().account(), c.key().text())),
            texts(connection, claims, c -> c.key().text()),
            array(connection, "bytea", byte[][]::new, claims, c -> c.print().bytes()));
    if (placed.size() != claims.size()) {
      throw new DatabaseFailure(
          "place_holds decided " + placed.size() + " of " + claims.size() + " requests");
    }
    return placed;
  }

  /** Makes the row that is locked before a buyer's holds are counted. Whether it was missing. */
  boolean makeBuyer(Connection connection, PlaceCommand command) throws SQLException {
    AccountId account = command.caller().account();
    return Sql.update(
            connection,
            MAKE_BUYER,
            Slot.of(account, command.buyer()),
            account.text(),
            command.buyer().text())
        == 1;
  }

  /**
   * An asset that is held or sold, and to whom that may not be repeated.
   *
   * @param rest how long the hold still lives; empty: sold
   * @param answered those who have a stored answer about it
   */
  record Taken(
      UnavailableReason reason,
      AccountId account,
      BuyerId buyer,
      Optional<Duration> rest,
      Set<Answered> answered) {

    /** Whether this command may have an answer of its own. */
    boolean concerns(PlaceCommand command) {
      AccountId caller = command.caller().account();
      return (account.equals(caller) && buyer.equals(command.buyer()))
          || answered.contains(new Answered(caller.text(), command.key().text()));
    }
  }

  /** A key that has a stored answer. */
  record Answered(String account, String key) {}

  /** The asset, if it is held or sold and few have answers about it. */
  Optional<Taken> taken(Connection connection, AssetId asset) throws SQLException {
    return Sql.first(
            connection,
            TAKEN,
            row ->
                row.bigint("holds") > MOST_KEYS || row.bigint("answers") > MOST_KEYS
                    ? Optional.<Taken>empty()
                    : taken(row),
            MOST_KEYS + 1,
            MOST_KEYS + 1,
            Slot.of(asset),
            asset.text())
        .flatMap(taken -> taken);
  }

  private static Optional<Taken> taken(Row row) throws SQLException {
    List<String> accounts = row.texts("accounts");
    List<String> keys = row.texts("keys");
    Set<Answered> answered = HashSet.newHashSet(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      answered.add(new Answered(accounts.get(i), keys.get(i)));
    }
    boolean isHeld = row.text("status").equals("HELD");
    return Optional.of(
        new Taken(
            isHeld ? UnavailableReason.HELD : UnavailableReason.SOLD,
            new AccountId(row.text("account_id")),
            new BuyerId(row.text("buyer_id")),
            isHeld ? row.secondsIfAny("rest_seconds") : Optional.empty(),
            answered));
  }

  /** Tells of claims in their order whether another one for the same asset came before. */
  private static Function<Claim, Boolean> followers(List<Claim> claims) {
    Set<AssetId> seen = HashSet.newHashSet(claims.size());
    return claim -> !seen.add(claim.command().asset());
  }

  private static Placed placed(Row row, PlaceCommand command) throws SQLException {
    HoldVerdict verdict = HoldVerdict.valueOf(row.text("verdict"));
    return new Placed(
        verdict,
        switch (verdict) {
          case GRANTED, ALREADY_HELD, REPLAY -> Optional.of(reservation(row, command));
          default -> Optional.empty();
        },
        row.secondsIfAny("retry_seconds"),
        row.instantIfAny("expires_at"),
        row.secondsIfAny("longest_seconds"),
        verdict == HoldVerdict.REPLAY
            ? Optional.of(new Replayed(row.text("stored_outcome"), row.textIfAny("current_status")))
            : Optional.empty());
  }

  private static Reservation reservation(Row row, PlaceCommand command) throws SQLException {
    return new Reservation(
        new ReservationId(row.text("reservation_id")),
        command.asset(),
        command.buyer(),
        ReservationStatus.valueOf(row.text("status")),
        row.instant("expires_at"),
        row.instant("created_at"),
        Optional.empty(),
        row.moneyIfAny("price_amount", "price_currency"),
        row.bigint("version"),
        row.text("answer"));
  }

  private static Array texts(
      Connection connection, List<Claim> claims, Function<PlaceCommand, String> value)
      throws SQLException {
    return array(connection, "text", String[]::new, claims, c -> value.apply(c.command()));
  }

  private static Array slots(
      Connection connection, List<Claim> claims, Function<PlaceCommand, Short> value)
      throws SQLException {
    return array(connection, "int2", Short[]::new, claims, c -> value.apply(c.command()));
  }

  private static Array intervals(
      Connection connection, List<Claim> claims, Function<PlaceCommand, Optional<Duration>> value)
      throws SQLException {
    return array(
        connection,
        "interval",
        String[]::new,
        claims,
        c -> value.apply(c.command()).map(Duration::toString).orElse(null));
  }

  private static <T> Array array(
      Connection connection,
      String type,
      IntFunction<@Nullable T[]> newArray,
      List<Claim> claims,
      Function<Claim, ? extends @Nullable T> value)
      throws SQLException {
    @Nullable T[] values = newArray.apply(claims.size());
    for (int i = 0; i < values.length; i++) {
      values[i] = value.apply(claims.get(i));
    }
    return connection.createArrayOf(type, values);
  }
}
