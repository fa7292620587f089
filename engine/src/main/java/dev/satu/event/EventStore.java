package dev.satu.event;

import dev.satu.database.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Appends to {@code event}. Its id is drawn here, so the item must be locked before. */
public final class EventStore {
  private static final String APPEND =
      """
      INSERT INTO event (slot, item_kind, item_id, version, id, kind, account_id, actor, buyer_id,
                         reservation_id, payment_id, expires_at, reason, at, changes)
      VALUES (?, ?, ?, ?, nextval('event_id'), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb)
      """;

  public void append(Connection connection, Event event) throws SQLException {
    append(connection, event, null);
  }

  /**
   * Appends an event that tells which details changed.
   *
   * @param changes a JSON object, {@code {"name": {"from": …, "to": …}}}
   */
  public void append(Connection connection, Event event, @Nullable String changes)
      throws SQLException {
    Event.Subject about = event.subject();
    int written =
        Sql.update(
            connection,
            APPEND,
            event.item().slot(),
            event.item().kind(),
            event.item().id(),
            event.version(),
            event.kind().text(),
            event.account().text(),
            event.actor(),
            text(about.buyer()),
            text(about.reservation()),
            text(about.payment()),
            about.expiresAt(),
            event.reason(),
            event.at(),
            changes);
    Sql.expectOne(written, "the event");
  }

  private static @Nullable String text(@Nullable Object id) {
    return id == null ? null : id.toString();
  }
}
