package dev.satu.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Satu;
import dev.satu.SatuConfig;
import dev.satu.asset.CreateCommand;
import dev.satu.database.ConnectionSettings;
import dev.satu.database.Migrations;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.reservation.PlaceCommand;
import dev.satu.testkit.TestDatabase;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExamplesTest {
  @RegisterExtension
  static final TestDatabase database =
      TestDatabase.migratedFrom(Migrations.LOCATION)
          .withOptions(ConnectionSettings.DEFAULT.options());

  private static final Caller SHOP = Caller.of(new AccountId("shop"));

  @Test
  void the_second_buyer_is_told_that_the_clock_is_taken() throws SQLException {
    assertThat(Embedding.twoBuyers(database.dataSource())).isEqualTo("taken: HELD");
  }

  @Test
  void the_readme_shows_the_example_as_it_is_compiled() throws IOException {
    String source =
        Files.readString(Path.of("src/main/java/dev/satu/examples/Embedding.java"), UTF_8);
    String shown =
        source
            .substring(
                source.indexOf("// readme: begin\n") + "// readme: begin\n".length(),
                source.indexOf("    // readme: end"))
            .stripTrailing()
            .stripIndent();

    assertThat(Files.readString(Path.of("../README.md"), UTF_8)).contains(shown);
  }

  @Test
  void a_hold_and_an_order_are_written_together_or_not_at_all() throws SQLException {
    database.execute("CREATE TABLE my_order (id text PRIMARY KEY)");
    try (Satu satu = Satu.open(database.dataSource(), SatuConfig.DEFAULT)) {
      AssetId lamp = new AssetId("LAMP-1");
      satu.assets().create(CreateCommand.of(SHOP, new IdempotencyKey("lamp"), lamp, "A lamp"));
      database.execute("INSERT INTO my_order (id) VALUES ('taken')");

      assertThatThrownBy(() -> order(satu, lamp, "ada-1", "ada", "taken"))
          .isInstanceOf(SQLException.class);
      assertThat(database.queryText("SELECT status FROM asset WHERE id = 'LAMP-1'"))
          .isEqualTo("AVAILABLE");

      assertThat(order(satu, lamp, "ada-1", "ada", "new")).isTrue();
      assertThat(order(satu, lamp, "bob-1", "bob", "other")).isFalse();
      assertThat(database.queryLong("SELECT count(*) FROM my_order")).isEqualTo(2);
    }
  }

  private static boolean order(Satu satu, AssetId asset, String key, String buyer, String order)
      throws SQLException {
    return JoiningYourTransaction.order(
        satu,
        database.dataSource(),
        PlaceCommand.of(SHOP, new IdempotencyKey(key), asset, new BuyerId(buyer)),
        order);
  }
}
