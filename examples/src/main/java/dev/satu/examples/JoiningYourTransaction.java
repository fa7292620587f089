package dev.satu.examples;

import dev.satu.Satu;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A hold and a row of your own, in one transaction: both are there, or neither. */
public final class JoiningYourTransaction {
  private JoiningYourTransaction() {}

  /** Places the hold and writes an order for it; returns whether the asset was got. */
  static boolean order(Satu satu, DataSource source, PlaceCommand command, String order)
      throws SQLException {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      try {
        Reply<PlaceOutcome> reply = satu.reservations().place(connection, command);
        boolean held =
            reply instanceof Reply.First<PlaceOutcome>(PlaceOutcome outcome)
                && outcome instanceof PlaceOutcome.Held;
        if (held) {
          insertOrder(connection, order);
        }
        connection.commit();
        return held;
      } catch (SQLException e) {
        connection.rollback();
        throw e;
      }
    }
  }

  private static void insertOrder(Connection connection, String order) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO my_order (id) VALUES (?)")) {
      insert.setString(1, order);
      insert.executeUpdate();
    }
  }
}
