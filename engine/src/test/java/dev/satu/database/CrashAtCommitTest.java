package dev.satu.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.testkit.Sql;
import dev.satu.testkit.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A server without room for its log crashes during COMMIT and says that its disk is full. The
 * transaction may have happened; found by the prover.
 */
class CrashAtCommitTest {
  @RegisterExtension static final TestDatabase database = TestDatabase.empty();

  @Test
  void a_full_disk_at_commit_is_unknown() {
    database.execute("CREATE TABLE row (id integer)");
    database.execute(
        """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$
        """);
    database.execute(
        """
        CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON row
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION full_disk()
        """);
    Transactions transactions = new Transactions(database.dataSource(), 0);

    Attempt<Integer> attempt = transactions.run(c -> Sql.execute(c, "INSERT INTO row VALUES (1)"));

    assertThat(attempt).isInstanceOf(Attempt.Unknown.class);
  }

  @Test
  void an_error_that_came_with_the_loss_of_the_connection_is_that_loss() {
    SQLException full = new SQLException("no space left", "53100");
    assertThat(SqlState.of(full)).isEqualTo(SqlState.UNAVAILABLE);

    full.setNextException(new SQLException("the connection ended", "08006"));

    assertThat(SqlState.of(full)).isEqualTo(SqlState.CONNECTION_LOST);
  }
}
