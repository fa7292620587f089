package dev.satu.reservation;

import dev.satu.database.DatabaseFailure;
import dev.satu.database.Row;
import dev.satu.database.Sql;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Fingerprint;
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
import java.util.List;
import java.util.Optional;
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
      SELECT d.n, d.verdict, d.asset_id, d.buyer_id, d.reservation_id, d.status, d.created_at, d.expires_at,
             d.price_amount, d.price_currency, d.version, extract(epoch FROM d.retry_after) AS retry_seconds,
             extract(epoch FROM d.longest) AS longest_seconds, d.stored_outcome, d.answer, d.current_status
        FROM place_holds(?, ?::interval, ?::interval, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) d
       ORDER BY d.n
      """;

  private static final String MAKE_BUYER =
      """
      INSERT INTO buyer (slot, account_id, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
      """;

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
   * @param reservation for {@code GRANTED} and {@code ALREADY_HELD}
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

  /** A stored answer to the same request. */
  record Replayed(String outcome, String json, Optional<String> statusNow) {}

  /**
   * Decides and writes all commands in the connection's transaction.
   *
   * @param commands at most one per asset, per (account, key) and per limited buyer
   * @return what was decided, in the order of the commands
   * @throws SQLException among others {@code KEY_BUSY} and {@code KEY_TAKEN}: then nothing was done
   *     for any of them
   */
  List<Placed> place(
      Connection connection, Locked locked, List<PlaceCommand> commands, Prints prints)
      throws SQLException {
    List<Placed> placed =
        Sql.list(
            connection,
            PLACE,
            PlaceStore::placed,
            locked == Locked.WAIT,
            limits.holdDefault(),
            limits.holdMax(),
            slots(connection, commands, c -> Slot.of(c.asset())),
            texts(connection, commands, c -> c.asset().text()),
            texts(connection, commands, c -> c.caller().account().text()),
            texts(connection, commands, c -> c.buyer().text()),
            texts(connection, commands, c -> c.caller().actor()),
            texts(connection, commands, c -> ReservationId.create(Slot.of(c.asset())).text()),
            intervals(connection, commands, PlaceCommand::holdFor),
            array(connection, "bool", Boolean[]::new, commands, c -> c.ownHold() == OwnHold.REFUSE),
            slots(connection, commands, c -> Slot.of(c.caller().account(), c.buyer())),
            array(
                connection,
                "int4",
                Integer[]::new,
                commands,
                c -> c.limits().liveHolds().orElse(null)),
            intervals(connection, commands, c -> c.limits().pauseAfterExpiry()),
            slots(connection, commands, c -> Slot.ofKey(c.caller().account(), c.key().text())),
            texts(connection, commands, c -> c.key().text()),
            array(connection, "bytea", byte[][]::new, commands, c -> prints.of(c).bytes()));
    if (placed.size() != commands.size()) {
      throw new DatabaseFailure(
          "place_holds decided " + placed.size() + " of " + commands.size() + " requests");
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

  /** Gives the fingerprint of a command. */
  @FunctionalInterface
  interface Prints {
    Fingerprint of(PlaceCommand command);
  }

  private static Placed placed(Row row) throws SQLException {
    HoldVerdict verdict = HoldVerdict.valueOf(row.text("verdict"));
    return new Placed(
        verdict,
        verdict == HoldVerdict.GRANTED || verdict == HoldVerdict.ALREADY_HELD
            ? Optional.of(reservation(row))
            : Optional.empty(),
        row.secondsIfAny("retry_seconds"),
        row.instantIfAny("expires_at"),
        row.secondsIfAny("longest_seconds"),
        verdict == HoldVerdict.REPLAY
            ? Optional.of(
                new Replayed(
                    row.text("stored_outcome"),
                    row.text("answer"),
                    row.textIfAny("current_status")))
            : Optional.empty());
  }

  private static Reservation reservation(Row row) throws SQLException {
    return new Reservation(
        new ReservationId(row.text("reservation_id")),
        new AssetId(row.text("asset_id")),
        new BuyerId(row.text("buyer_id")),
        ReservationStatus.valueOf(row.text("status")),
        row.instant("expires_at"),
        row.instant("created_at"),
        Optional.empty(),
        row.moneyIfAny("price_amount", "price_currency"),
        row.bigint("version"),
        row.text("answer"));
  }

  private static Array texts(
      Connection connection, List<PlaceCommand> commands, Function<PlaceCommand, String> value)
      throws SQLException {
    return array(connection, "text", String[]::new, commands, value);
  }

  private static Array slots(
      Connection connection, List<PlaceCommand> commands, Function<PlaceCommand, Short> value)
      throws SQLException {
    return array(connection, "int2", Short[]::new, commands, value);
  }

  private static Array intervals(
      Connection connection,
      List<PlaceCommand> commands,
      Function<PlaceCommand, Optional<Duration>> value)
      throws SQLException {
    return array(
        connection,
        "interval",
        String[]::new,
        commands,
        command -> value.apply(command).map(Duration::toString).orElse(null));
  }

  private static <T> Array array(
      Connection connection,
      String type,
      IntFunction<@Nullable T[]> newArray,
      List<PlaceCommand> commands,
      Function<PlaceCommand, ? extends @Nullable T> value)
      throws SQLException {
    @Nullable T[] values = newArray.apply(commands.size());
    for (int i = 0; i < values.length; i++) {
      values[i] = value.apply(commands.get(i));
    }
    return connection.createArrayOf(type, values);
  }
}
