package dev.satu.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Satu;
import dev.satu.SatuConfig;
import dev.satu.asset.CreateCommand;
import dev.satu.asset.CreateOutcome;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.ReleaseCommand;
import dev.satu.testkit.Sql;
import dev.satu.testkit.Waits;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * On a PostgreSQL that waits for a standby which never comes: its commits are written here and not
 * yet there, and nobody may be told that they happened.
 */
class DoubtfulEndTest {
  private static final Caller SHOP = Caller.of(new AccountId("shop"));
  private static final Duration BOUND = Duration.ofSeconds(20);

  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().setServerConfig("synchronous_commit", "on").start();
    Flyway.configure()
        .dataSource(postgres.getPostgresDatabase())
        .locations(Migrations.LOCATION)
        .load()
        .migrate();
  }

  @AfterAll
  static void end() throws IOException {
    postgres.close();
  }

  @Test
  void a_cancelled_wait_for_the_standby_is_unknown_and_its_key_tells() throws Exception {
    try (Satu satu = Satu.open(source(0), SatuConfig.DEFAULT)) {
      PlaceCommand place = place(satu, "cancelled");
      CompletableFuture<Reply<PlaceOutcome>> reply =
          whileTheStandbyIsLost(() -> satu.reservations().place(place), this::cancelTheWaiting);

      assertThat(reply.join()).isInstanceOf(Reply.Unknown.class);
      assertThat(satu.reservations().place(place)).isInstanceOf(Reply.Replay.class);
    }
  }

  @Test
  void a_cancelled_wait_at_the_end_of_several_statements_is_unknown_too() throws Exception {
    try (Satu satu = Satu.open(source(0), SatuConfig.DEFAULT)) {
      ReleaseCommand release = releaseOfAHold(satu, "cancelled-release");
      var reply =
          whileTheStandbyIsLost(() -> satu.reservations().release(release), this::cancelTheWaiting);

      assertThat(reply.join()).isInstanceOf(Reply.Unknown.class);
      assertThat(satu.reservations().release(release)).isInstanceOf(Reply.Replay.class);
    }
  }

  @Test
  void a_commit_that_no_timeout_ends_is_ended_by_the_socket_and_is_unknown() throws Exception {
    try (Satu satu = Satu.open(source(1), SatuConfig.DEFAULT)) {
      PlaceCommand place = place(satu, "silent");
      var reply = whileTheStandbyIsLost(() -> satu.reservations().place(place), () -> {});

      assertThat(reply.join()).isInstanceOf(Reply.Unknown.class);
      assertThat(satu.reservations().place(place)).isInstanceOf(Reply.Replay.class);
    }
  }

  private static ReleaseCommand releaseOfAHold(Satu satu, String name) {
    PlaceCommand place = place(satu, name);
    if (satu.reservations().place(place)
        instanceof Reply.First<PlaceOutcome>(PlaceOutcome.Held(var hold))) {
      return new ReleaseCommand(SHOP, new IdempotencyKey("release-" + name), hold.id());
    }
    throw new AssertionError("not held");
  }

  private static PlaceCommand place(Satu satu, String name) {
    AssetId asset = new AssetId("lot-" + name);
    Reply<CreateOutcome> created =
        satu.assets()
            .create(CreateCommand.of(SHOP, new IdempotencyKey("list-" + name), asset, "A lot"));
    assertThat(created).isInstanceOf(Reply.First.class);
    return PlaceCommand.of(SHOP, new IdempotencyKey("hold-" + name), asset, new BuyerId("ada"));
  }

  /** Runs the call while commits wait for a standby that is not there; then lets them end again. */
  private <T> CompletableFuture<T> whileTheStandbyIsLost(Supplier<T> call, Runnable meanwhile)
      throws SQLException {
    standby("ghost");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture<T> reply = CompletableFuture.supplyAsync(call, threads);
      awaitWaiting();
      meanwhile.run();
      Waits.until("the call is answered", BOUND, reply::isDone);
      return reply;
    } finally {
      standby("");
    }
  }

  private static void standby(String name) throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      Sql.execute(connection, "ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
      Sql.queryText(connection, "SELECT pg_reload_conf()::text");
      Waits.until(
          "the setting is in force",
          BOUND,
          () -> Sql.queryText(connection, "SHOW synchronous_standby_names").equals(name));
    }
  }

  private static void awaitWaiting() {
    Waits.until("a commit waits for the standby", BOUND, () -> waiting() > 0);
  }

  private static long waiting() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      return Sql.queryLong(
          connection, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    }
  }

  private void cancelTheWaiting() {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      Sql.queryRows(
          connection,
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static PGSimpleDataSource source(int socketTimeoutSeconds) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(postgres.getJdbcUrl("postgres", "postgres"));
    source.setOptions(ConnectionSettings.DEFAULT.options());
    source.setSocketTimeout(socketTimeoutSeconds);
    return source;
  }
}
