package dev.satu.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each connection of the pool carries, also those that were opened while migrations ran. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class PoolTest {
  @Inject AgroalDataSource pool;

  @ParameterizedTest
  @CsvSource({
    "lock_timeout,2s",
    "statement_timeout,5s",
    "idle_in_transaction_session_timeout,5s",
    "client_connection_check_interval,1s",
    "synchronous_commit,on",
    "TimeZone,UTC",
    "application_name,satu",
    "transaction_isolation,read committed",
  })
  void a_connection_carries_the_settings_of_claims(String setting, String value)
      throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + setting)) {
      row.next();
      assertThat(row.getString(1)).isEqualTo(value);
    }
  }
}
