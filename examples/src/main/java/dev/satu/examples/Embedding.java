package dev.satu.examples;

import dev.satu.Satu;
import dev.satu.SatuConfig;
import dev.satu.asset.CreateCommand;
import dev.satu.database.ConnectionSettings;
import dev.satu.database.Migrations;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome.Held;
import dev.satu.reservation.PlaceOutcome.Unavailable;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Satu inside your own program: two buyers want one clock. Run it with a JDBC URL of an empty
 * database.
 */
public final class Embedding {
  private Embedding() {}

  public static void main(String[] arguments) throws SQLException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(arguments[0]);
    source.setOptions(ConnectionSettings.DEFAULT.options());
    Flyway.configure().dataSource(source).locations(Migrations.LOCATION).load().migrate();
    System.out.println(twoBuyers(source));
  }

  static String twoBuyers(DataSource source) throws SQLException {
    // readme: begin
    try (Satu satu = Satu.open(source, SatuConfig.DEFAULT)) {
      Caller shop = Caller.of(new AccountId("shop"));
      AssetId clock = new AssetId("CLOCK-1");
      satu.assets().create(CreateCommand.of(shop, new IdempotencyKey("list-1"), clock, "A clock"));

      satu.reservations()
          .place(PlaceCommand.of(shop, new IdempotencyKey("a-1"), clock, new BuyerId("ada")));
      var second =
          satu.reservations()
              .place(PlaceCommand.of(shop, new IdempotencyKey("b-1"), clock, new BuyerId("bob")));
      return switch (second) {
        case Reply.First(Held(var hold)) -> "held until " + hold.expiresAt();
        case Reply.First(Unavailable(var reason, var wait)) -> "taken: " + reason;
        default -> "something else: " + second;
      };
    }
    // readme: end
  }
}
