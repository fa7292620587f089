package dev.satu.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gets requests, and who is only busy. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ReadinessTest {
  @Inject AgroalDataSource pool;

  @Test
  void it_is_live_and_ready_without_a_key() {
    assertThat(Wire.open("GET", "/q/health/live").send().status()).isEqualTo(200);
    Reply ready = Wire.open("GET", "/q/health/ready").send();
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.body()).contains("\"database\"").doesNotContain("jdbc:", "127.0.0.1");
  }

  @Test
  void a_pool_that_is_all_in_use_is_busy_and_not_unready() throws SQLException {
    int size = pool.getConfiguration().connectionPoolConfiguration().maxSize();
    List<Connection> taken = new ArrayList<>();
    try {
      for (int i = 0; i < size; i++) {
        taken.add(pool.getConnection());
      }
      assertThat(Wire.open("GET", "/q/health/ready").send().status()).isEqualTo(200);
      assertThat(Wire.keyed("GET", "/v1/assets").send().status()).isEqualTo(503);
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
    assertThat(Wire.keyed("GET", "/v1/assets").send().status()).isEqualTo(200);
  }
}
