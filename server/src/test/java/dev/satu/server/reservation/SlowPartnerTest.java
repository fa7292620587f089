package dev.satu.server.reservation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/**
 * B60: while a partner takes its time over a commit, no transaction is open and nobody waits. There
 * is no gateway that Satu calls yet; the slow partner here is the one that sends the commit.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class SlowPartnerTest {
  private static final String OPEN_TRANSACTIONS =
      """
      SELECT count(*) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
         AND backend_type = 'client backend' AND state LIKE 'idle in transaction%'
      """;

  @Inject AgroalDataSource pool;

  private static Reply post(String path, String key, String body) {
    return Wire.keyed("POST", path).header("Idempotency-Key", key).json(body).send();
  }

  private static void list(String asset) {
    assertThat(
            post(
                    "/v1/assets",
                    "list-" + asset,
                    "{\"asset_id\":\"" + asset + "\",\"name\":\"A lot\"}")
                .status())
        .isEqualTo(201);
  }

  private static Reply hold(String asset, String buyer) {
    return post(
        "/v1/assets/" + asset + "/reservations",
        "hold-" + asset + "-" + buyer,
        "{\"buyer_id\":\"" + buyer + "\"}");
  }

  private long openTransactions() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(OPEN_TRANSACTIONS)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void a_slow_commit_delays_nobody_and_keeps_no_transaction_open() throws Exception {
    list("slow-1");
    list("slow-2");
    String reservation = hold("slow-1", "slow").member("reservation_id");
    String body = "{\"payment_ref\":\"slow-payment\"}";

    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), RestAssured.port)) {
      OutputStream out = socket.getOutputStream();
      out.write(head("/v1/reservations/" + reservation + "/commit", body.length()));
      out.write(body.substring(0, 5).getBytes(UTF_8));
      out.flush();

      assertThat(hold("slow-1", "other").status()).isEqualTo(409);
      assertThat(hold("slow-2", "other").status()).isEqualTo(201);
      assertThat(openTransactions()).isZero();

      out.write(body.substring(5).getBytes(UTF_8));
      out.flush();
      assertThat(new String(socket.getInputStream().readNBytes(12), UTF_8))
          .isEqualTo("HTTP/1.1 200");
    }
  }

  private static byte[] head(String path, int length) {
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer "
            + TestDatabase.OPERATOR_KEY
            + "\r\nIdempotency-Key: slow-commit\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + length
            + "\r\n\r\n")
        .getBytes(UTF_8);
  }
}
