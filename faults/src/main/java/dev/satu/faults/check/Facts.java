package dev.satu.faults.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * What the database says at the end of a run, read as one snapshot.
 *
 * @param readAt the database's clock
 * @param brokenInvariants those of {@code invariants.sql} that do not hold, each with its first
 *     rows
 */
public record Facts(
    Instant readAt,
    List<AssetRow> assets,
    List<ReservationRow> reservations,
    List<PaymentRow> payments,
    List<EventRow> events,
    List<KeyRow> keys,
    List<String> brokenInvariants) {

  public Facts {
    assets = List.copyOf(assets);
    reservations = List.copyOf(reservations);
    payments = List.copyOf(payments);
    events = List.copyOf(events);
    keys = List.copyOf(keys);
    brokenInvariants = List.copyOf(brokenInvariants);
  }

  /**
   * Reads them. The connection must be in autocommit mode and have the schema as its search path;
   * it is left as it was.
   */
  public static Facts read(Connection connection) throws SQLException {
    return new FactsReader(connection).read();
  }
}
