package dev.satu.reservation;

import dev.satu.asset.AssetStore;
import dev.satu.database.Patience;
import dev.satu.database.Sql;
import dev.satu.event.Event;
import dev.satu.event.EventKind;
import dev.satu.event.EventStore;
import dev.satu.hold.HoldState;
import dev.satu.hold.HoldStore;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.sale.Payment;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.PaymentId;
import dev.satu.value.ReservationId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one hold, each to the reservation, the asset and the event log together. The asset
 * is locked and the decision made before; a guard that then finds no row is a bug and undoes
 * everything.
 */
final class HoldChanges {
  private final HoldStore reservations;
  private final AssetStore assets;
  private final EventStore events;

  HoldChanges(HoldStore reservations, AssetStore assets, EventStore events) {
    this.reservations = reservations;
    this.assets = assets;
    this.events = events;
  }

  /** Locks the reservation's asset if the caller may know of the reservation. */
  boolean lock(Connection connection, Caller caller, ReservationId id, Patience patience)
      throws SQLException {
    Optional<HoldStore.Located> located = reservations.locate(connection, id);
    if (located.isEmpty() || !caller.mayActFor(located.get().account(), located.get().buyer())) {
      return false;
    }
    assets.lock(connection, located.get().asset(), patience);
    return true;
  }

  /** Locks the asset if the reservation is one on it, for an operator: of whichever account. */
  boolean lockAny(Connection connection, AssetId asset, ReservationId id, Patience patience)
      throws SQLException {
    Optional<HoldStore.Located> located = reservations.locate(connection, id);
    if (located.isEmpty() || !located.get().asset().equals(asset)) {
      return false;
    }
    assets.lock(connection, asset, patience);
    return true;
  }

  /** What a decision rests on, read after {@link #lock}; empty if it was purged meanwhile. */
  Optional<HoldState> state(Connection connection, ReservationId id) throws SQLException {
    return reservations.state(connection, id);
  }

  void commit(Connection connection, HoldState hold, Caller caller, Payment payment)
      throws SQLException {
    end(connection, hold, ReservationStatus.COMMITTED, caller, null, payment.id());
    long version = assets.sell(connection, hold.asset(), hold.id(), hold.now());
    tell(connection, hold, version, EventKind.ASSET_SOLD, caller, payment.id(), null, null);
  }

  void release(
      Connection connection, HoldState hold, Caller caller, @Nullable String operatorsReason)
      throws SQLException {
    end(connection, hold, ReservationStatus.RELEASED, caller, operatorsReason, null);
    long version = assets.free(connection, hold.asset(), hold.id());
    tell(connection, hold, version, EventKind.ASSET_RELEASED, caller, null, null, operatorsReason);
  }

  void expire(Connection connection, HoldState hold, Caller caller) throws SQLException {
    end(connection, hold, ReservationStatus.EXPIRED, caller, "COMMIT_TOO_LATE", null);
    long version = assets.free(connection, hold.asset(), hold.id());
    tell(connection, hold, version, EventKind.ASSET_EXPIRED, caller, null, null, "COMMIT_TOO_LATE");
  }

  void extend(Connection connection, HoldState hold, Caller caller, Instant expires)
      throws SQLException {
    Sql.expectOne(
        reservations.extend(connection, hold.id(), hold.expiresAt(), expires), "the reservation");
    long version = assets.extend(connection, hold.asset(), hold.id(), hold.now(), expires);
    tell(connection, hold, version, EventKind.ASSET_EXTENDED, caller, null, expires, null);
  }

  /** Tells of a payment that was recorded as unmatched. */
  void tellUnmatched(Connection connection, HoldState hold, Caller caller, Payment payment)
      throws SQLException {
    events.append(
        connection,
        new Event(
            Event.Item.of(payment.id()),
            1,
            EventKind.PAYMENT_UNMATCHED,
            hold.account(),
            caller.actor(),
            new Event.Subject(hold.buyer(), hold.id(), payment.id(), null),
            payment.reason().orElseThrow().name(),
            hold.now()));
  }

  /** The reservation as it is after the change, judged at the instant of the decision. */
  Reservation read(Connection connection, HoldState hold) throws SQLException {
    return reservations.read(connection, hold.id(), hold.now()).orElseThrow().reservation();
  }

  Reservation fromAnswer(Connection connection, String json) throws SQLException {
    return reservations.fromAnswer(connection, json);
  }

  private void end(
      Connection connection,
      HoldState hold,
      ReservationStatus status,
      Caller caller,
      @Nullable String reason,
      @Nullable PaymentId payment)
      throws SQLException {
    HoldStore.End end = new HoldStore.End(status, hold.now(), caller.actor(), reason, payment);
    Sql.expectOne(reservations.end(connection, hold.id(), end), "the reservation");
  }

  private void tell(
      Connection connection,
      HoldState hold,
      long version,
      EventKind kind,
      Caller caller,
      @Nullable PaymentId payment,
      @Nullable Instant expires,
      @Nullable String reason)
      throws SQLException {
    events.append(
        connection,
        new Event(
            Event.Item.of(hold.asset()),
            version,
            kind,
            hold.account(),
            caller.actor(),
            new Event.Subject(hold.buyer(), hold.id(), payment, expires),
            reason,
            hold.now()));
  }
}
