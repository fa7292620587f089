package dev.satu.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.testkit.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A pool that fails when a connection is given back, after its transaction has ended. */
class ConnectionGivenBackInterleavingTest {
  @RegisterExtension static final TestDatabase database = TestDatabase.empty();

  @BeforeAll
  static void makeTheTable() {
    database.execute("CREATE TABLE done (what text)");
  }

  @Test
  void what_was_committed_is_done_though_its_connection_could_not_be_given_back() {
    Transactions transactions = new Transactions(failsWhenGivenBack(), 0);

    assertThat(transactions.run(c -> Sql.update(c, "INSERT INTO done VALUES ('several')")))
        .isEqualTo(new Attempt.Done<>(1));
    assertThat(transactions.runSingle(c -> Sql.update(c, "INSERT INTO done VALUES ('single')")))
        .isEqualTo(new Attempt.Done<>(1));
    assertThat(database.queryLong("SELECT count(*) FROM done")).isEqualTo(2);
  }

  @Test
  void what_failed_fails_for_its_own_reason() {
    Transactions transactions = new Transactions(failsWhenGivenBack(), 0);

    assertThat(
            transactions.run(c -> {
              throw new SQLException("locked", "55P03");
            }))
        .isEqualTo(new Attempt.Failed<>(SqlState.LOCK_TIMEOUT));
  }

  private static DataSource failsWhenGivenBack() {
    return proxy(
        DataSource.class,
        database.dataSource(),
        "getConnection",
        ConnectionGivenBackInterleavingTest::failing);
  }

  private static Object failing(Object connection) {
    return proxy(
        Connection.class,
        connection,
        "close",
        closed -> {
          throw new SQLException("the pool is gone", "08006");
        });
  }

  private interface Afterwards {
    Object on(Object result) throws SQLException;
  }

  /** The target itself, but for one method, whose result is handed on. */
  private static <T> T proxy(Class<T> type, Object target, String method, Afterwards afterwards) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, args) -> {
              try {
                Object result = called.invoke(target, args);
                return called.getName().equals(method)
                    ? afterwards.on(result == null ? target : result)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            }));
  }
}
