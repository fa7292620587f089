package dev.satu.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.testkit.Sql;
import dev.satu.testkit.TestDatabase;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A proxy before PostgreSQL that lets a transaction end and swallows the answer. */
class LostAnswerFaultTest {
  /** Often enough that the driver prepares COMMIT and does not spell it out any more. */
  private static final int UNTIL_PREPARED = 12;

  @RegisterExtension static final TestDatabase db = TestDatabase.empty();

  private TcpProxy proxy;

  @BeforeEach
  void start() throws Exception {
    proxy = new TcpProxy(new Ports().next(), URI.create(db.jdbcUrl().substring(5)).getPort());
    db.execute("CREATE TABLE IF NOT EXISTS row (id integer)");
    db.execute("TRUNCATE row");
  }

  @AfterEach
  void end() throws Exception {
    proxy.close();
  }

  @Test
  void a_commit_happens_and_its_answer_is_lost() throws Exception {
    try (Connection client = connect()) {
      client.setAutoCommit(false);
      for (int id = 0; id < UNTIL_PREPARED; id++) {
        write(client);
        client.commit();
      }
      proxy.set(new Passing.EndUnanswered());
      write(client);
      assertThatThrownBy(client::commit)
          .isInstanceOfSatisfying(
              SQLException.class, lost -> assertThat(lost.getSQLState()).startsWith("08"));
    }
    assertThat(rows()).isEqualTo(UNTIL_PREPARED + 1);
    assertThat(proxy.lostAnswers()).isEqualTo(1);
  }

  @Test
  void what_ends_no_transaction_is_answered() throws Exception {
    proxy.set(new Passing.EndUnanswered());
    try (Connection client = connect()) {
      client.setAutoCommit(false);
      write(client);
      assertThat(Sql.queryLong(client, "SELECT count(*) FROM row")).isEqualTo(1);
      client.rollback();
    }
    assertThat(rows()).isZero();
    assertThat(proxy.lostAnswers()).isZero();
  }

  private Connection connect() throws SQLException {
    URI direct = URI.create(db.jdbcUrl().substring(5));
    String url = db.jdbcUrl().replace(":" + direct.getPort() + "/", ":" + proxy.port() + "/");
    return DriverManager.getConnection(
        url.replace("localhost", "127.0.0.1"), db.user(), db.password());
  }

  private static void write(Connection client) throws SQLException {
    Sql.execute(client, "INSERT INTO row VALUES (1)");
  }

  private static long rows() {
    return db.queryLong("SELECT count(*) FROM row");
  }
}
