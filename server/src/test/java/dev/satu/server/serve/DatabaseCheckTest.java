package dev.satu.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.serve.DatabaseCheck.Facts;
import dev.satu.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which databases {@code serve} refuses; the testkit's real one is not durable. */
final class DatabaseCheckTest {
  @RegisterExtension static final TestDatabase database = TestDatabase.empty();

  private static final Facts RIGHT = new Facts("18.6", 18, "on", "on", "UTF8", false, "off", 97);

  @Test
  void a_durable_primary_with_room_for_the_pool_is_right() {
    assertThat(DatabaseCheck.faults(RIGHT, 32)).isEmpty();
    assertThat(DatabaseCheck.faults(RIGHT, 94)).isEmpty();
  }

  @Test
  void a_real_database_that_is_not_durable_is_refused() throws SQLException {
    try (Connection connection = database.connect()) {
      assertThat(DatabaseCheck.faults(connection, 32))
          .singleElement()
          .asString()
          .startsWith("fsync is off");
    }
  }

  @Test
  void a_real_login_that_may_only_read_is_refused() throws SQLException {
    try (Connection connection = database.connect()) {
      connection.createStatement().execute("SET default_transaction_read_only = on");
      assertThat(DatabaseCheck.faults(connection, 32))
          .anyMatch(fault -> fault.startsWith("The login may only read"));
    }
  }

  @Test
  void each_fault_is_told() {
    assertRefused(new Facts("14.12", 14, "on", "on", "UTF8", false, "off", 97), "PostgreSQL is 14");
    assertRefused(new Facts("18", 18, "off", "on", "UTF8", false, "off", 97), "fsync");
    assertRefused(new Facts("18", 18, "on", "off", "UTF8", false, "off", 97), "full_page_writes");
    assertRefused(new Facts("18", 18, "on", "on", "LATIN1", false, "off", 97), "encoding");
    assertRefused(new Facts("18", 18, "on", "on", "UTF8", true, "on", 97), "standby");
    assertRefused(new Facts("18", 18, "on", "on", "UTF8", false, "off", 34), "SATU_DB_POOL");
  }

  @Test
  void a_database_that_cannot_be_reached_is_told_without_its_parameters()
      throws ServeSettings.Refused {
    ServeSettings settings =
        ServeSettings.read(
            Map.of(
                "SATU_DB_URL", "jdbc:postgresql://127.0.0.1:1/satu?sslpassword=hunter2",
                "SATU_DB_USER", "satu",
                "SATU_DB_PASSWORD", "hunter3",
                "SATU_OPERATOR_KEY", "satu_0123456789abcdefghjkmnpqrstvwxyz"));

    assertThat(DatabaseCheck.faults(settings))
        .singleElement()
        .asString()
        .startsWith("The database at jdbc:postgresql://127.0.0.1:1/satu cannot be used")
        .doesNotContain("hunter");
  }

  private static void assertRefused(Facts facts, String told) {
    List<String> faults = DatabaseCheck.faults(facts, 32);
    assertThat(faults).hasSize(1);
    assertThat(faults.getFirst()).contains(told);
  }
}
