package dev.satu.asset;

import dev.satu.database.Sql;
import dev.satu.event.Event;
import dev.satu.event.EventKind;
import dev.satu.event.EventStore;
import dev.satu.hold.HoldState;
import dev.satu.hold.HoldStore;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Admission.Decision;
import dev.satu.idempotency.Admission.Stored;
import dev.satu.value.AssetId;
import dev.satu.value.Caller;
import dev.satu.value.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The operator's verbs, decided and written under the asset's lock: each change to the asset and
 * the event log together.
 */
final class AssetChanges {
  /** Why a hold ended that was overdue when its asset was withdrawn. */
  private static final String WITHDRAWN = "WITHDRAWN";

  private final AssetStore assets;
  private final HoldStore holds;
  private final EventStore events;

  AssetChanges(AssetStore assets, HoldStore holds, EventStore events) {
    this.assets = assets;
    this.holds = holds;
    this.events = events;
  }

  Decision<ChangeOutcome> change(Connection connection, ChangeCommand command) throws SQLException {
    Optional<AssetState> found = assets.state(connection, command.asset());
    if (found.isEmpty()) {
      return Decision.refused(new ChangeOutcome.NotFound());
    }
    AssetState state = found.get();
    if (state.version() != command.expectedVersion()) {
      return Decision.refused(new ChangeOutcome.VersionMoved(state.version()));
    }
    Asset before = assets.read(connection, state.id(), state.now());
    Optional<AssetStore.DetailsChanged> changed =
        assets.change(
            connection,
            state.id(),
            state.version(),
            command.details().applied(AssetDetails.of(before)));
    if (changed.isPresent()) {
      Event event =
          event(
              state.id(),
              changed.get().version(),
              EventKind.ASSET_UPDATED,
              command.caller(),
              null,
              state.now());
      events.append(connection, event, changed.get().changes());
    }
    return done(connection, state, "CHANGED", ChangeOutcome.Changed::new);
  }

  Decision<WithdrawOutcome> withdraw(Connection connection, WithdrawCommand command)
      throws SQLException {
    Optional<AssetState> found = assets.state(connection, command.asset());
    if (found.isEmpty()) {
      return Decision.refused(new WithdrawOutcome.NotFound());
    }
    AssetState state = found.get();
    if (state.statusNow() != AssetStatus.AVAILABLE) {
      return Decision.refused(new WithdrawOutcome.NotAvailable(state.statusNow(), state.heldFor()));
    }
    if (state.isOverdue()) {
      expire(connection, state, command.caller());
    }
    long version = assets.withdraw(connection, state.id());
    tell(connection, state, version, EventKind.ASSET_WITHDRAWN, command.caller(), command.reason());
    return done(connection, state, "WITHDRAWN", WithdrawOutcome.Withdrawn::new);
  }

  Decision<RelistOutcome> relist(Connection connection, RelistCommand command) throws SQLException {
    Optional<AssetState> found = assets.state(connection, command.asset());
    if (found.isEmpty()) {
      return Decision.refused(new RelistOutcome.NotFound());
    }
    AssetState state = found.get();
    if (state.statusNow() != AssetStatus.WITHDRAWN) {
      return Decision.refused(new RelistOutcome.NotWithdrawn(state.statusNow()));
    }
    long version = assets.relist(connection, state.id());
    tell(connection, state, version, EventKind.ASSET_RELISTED, command.caller(), command.reason());
    return done(connection, state, "RELISTED", RelistOutcome.Relisted::new);
  }

  /** Writes down that the hold which time has ended has ended. */
  private void expire(Connection connection, AssetState state, Caller caller) throws SQLException {
    HoldState hold = holds.state(connection, state.reservation().orElseThrow()).orElseThrow();
    HoldStore.End end =
        new HoldStore.End(ReservationStatus.EXPIRED, state.now(), caller.actor(), WITHDRAWN, null);
    Sql.expectOne(holds.end(connection, hold.id(), end), "the reservation");
    long version = assets.free(connection, state.id(), hold.id());
    events.append(
        connection,
        new Event(
            Event.Item.of(state.id()),
            version,
            EventKind.ASSET_EXPIRED,
            hold.account(),
            caller.actor(),
            new Event.Subject(hold.buyer(), hold.id(), null, null),
            WITHDRAWN,
            state.now()));
  }

  private void tell(
      Connection connection,
      AssetState state,
      long version,
      EventKind kind,
      Caller caller,
      Reason reason)
      throws SQLException {
    events.append(connection, event(state.id(), version, kind, caller, reason, state.now()));
  }

  private static Event event(
      AssetId id,
      long version,
      EventKind kind,
      Caller caller,
      @Nullable Reason reason,
      Instant at) {
    return new Event(
        Event.Item.of(id),
        version,
        kind,
        caller.account(),
        caller.actor(),
        Event.Subject.NONE,
        reason == null ? null : reason.text(),
        at);
  }

  private <O> Decision<O> done(
      Connection connection, AssetState state, String kept, Function<Asset, O> outcome)
      throws SQLException {
    Asset asset = assets.read(connection, state.id(), state.now());
    return new Decision<>(outcome.apply(asset), new Stored(kept, asset.json(), null, state.now()));
  }
}
