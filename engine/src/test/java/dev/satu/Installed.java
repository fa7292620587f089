package dev.satu;

import dev.satu.asset.CreateCommand;
import dev.satu.asset.CreateOutcome;
import dev.satu.database.ConnectionSettings;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.CommitCommand;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.ExtendCommand;
import dev.satu.reservation.ExtendOutcome;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.ReleaseCommand;
import dev.satu.reservation.ReleaseOutcome;
import dev.satu.testkit.Invariants;
import dev.satu.testkit.TestDatabase;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.Gateway;
import dev.satu.value.Money;
import dev.satu.value.PaymentRef;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A migrated schema of its own for a test class, and Satu opened on it. Its janitor sleeps, so that
 * a test decides when something is swept. After each test the invariants must hold.
 */
public final class Installed implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  /** The account that tests act for. */
  public static final AccountId SHOP = new AccountId("shop");

  /** The shop's server, with an API key. */
  public static final Caller SERVER = Caller.of(SHOP);

  private static final Invariants INVARIANTS = Invariants.load("/dev/satu/invariants.sql");

  private final TestDatabase database;
  private final SatuConfig config;
  private final AtomicInteger made = new AtomicInteger();
  private @Nullable Satu satu;

  public Installed() {
    this(40);
  }

  /** With a pool of few connections. */
  public Installed(int poolSize) {
    this(poolSize, SatuConfig.DEFAULT);
  }

  /** With these limits, but for the janitor, which sleeps. */
  public Installed(int poolSize, SatuConfig limits) {
    this.config = sleepingJanitor(limits);
    this.database =
        TestDatabase.migratedFrom("classpath:dev/satu/migration")
            .withOptions(ConnectionSettings.DEFAULT.options())
            .withPoolSize(poolSize);
  }

  private static SatuConfig sleepingJanitor(SatuConfig config) {
    return new SatuConfig(
        config.holdDefault(),
        config.holdMax(),
        config.extendWindow(),
        config.extensions(),
        Duration.ofHours(1),
        config.sweepBatch(),
        config.retries(),
        config.waiting(),
        config.keysKept(),
        config.storyKept(),
        config.underWay(),
        config.claims());
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    database.beforeAll(context);
    satu = Satu.open(database.dataSource(), config);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    INVARIANTS.assertHold(database);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    satu().close();
    database.afterAll(context);
  }

  public Satu satu() {
    if (satu == null) {
      throw new IllegalStateException("not open yet");
    }
    return satu;
  }

  public TestDatabase database() {
    return database;
  }

  public void assertInvariants() {
    INVARIANTS.assertHold(database);
  }

  /** A key that no other call of this class uses. */
  public IdempotencyKey newKey() {
    return new IdempotencyKey("key-" + made.incrementAndGet());
  }

  /** A new asset without a price. */
  public AssetId newAsset() {
    AssetId asset = new AssetId("lot-" + made.incrementAndGet());
    create(CreateCommand.of(SERVER, newKey(), asset, "A lot"));
    return asset;
  }

  /** A new asset with a price, holds on it lasting the default. */
  public AssetId newAsset(Money price) {
    AssetId asset = new AssetId("lot-" + made.incrementAndGet());
    create(
        new CreateCommand(
            SERVER,
            newKey(),
            asset,
            "A lot",
            Optional.empty(),
            Optional.of(price),
            Optional.empty(),
            "{}"));
    return asset;
  }

  /** A new asset whose holds last this long. */
  public AssetId newAsset(Duration holdFor) {
    AssetId asset = new AssetId("lot-" + made.incrementAndGet());
    create(
        new CreateCommand(
            SERVER,
            newKey(),
            asset,
            "A lot",
            Optional.empty(),
            Optional.empty(),
            Optional.of(holdFor),
            "{}"));
    return asset;
  }

  private void create(CreateCommand command) {
    if (!(satu().assets().create(command)
        instanceof Reply.First<CreateOutcome>(CreateOutcome.Created created))) {
      throw new AssertionError("not created: " + command);
    }
  }

  public Reply<PlaceOutcome> place(AssetId asset, String buyer) {
    return place(asset, buyer, newKey());
  }

  public Reply<PlaceOutcome> place(AssetId asset, String buyer, IdempotencyKey key) {
    return satu().reservations().place(PlaceCommand.of(SERVER, key, asset, new BuyerId(buyer)));
  }

  /** A new hold, which must be granted. */
  public Reservation hold(AssetId asset, String buyer) {
    Reply<PlaceOutcome> reply = place(asset, buyer);
    if (reply instanceof Reply.First<PlaceOutcome>(PlaceOutcome.Held(var reservation))) {
      return reservation;
    }
    throw new AssertionError("not held: " + reply);
  }

  public Reply<CommitOutcome> commit(ReservationId id, String payment) {
    return satu().reservations().commit(commitCommand(id, payment));
  }

  public CommitCommand commitCommand(ReservationId id, String payment) {
    return new CommitCommand(
        SERVER, newKey(), id, new Gateway("external"), new PaymentRef(payment), Optional.empty());
  }

  public Reply<ReleaseOutcome> release(ReservationId id) {
    return satu().reservations().release(new ReleaseCommand(SERVER, newKey(), id));
  }

  public Reply<ExtendOutcome> extend(ReservationId id, Duration by) {
    return satu().reservations().extend(new ExtendCommand(SERVER, newKey(), id, by));
  }

  /** A name that no other call of this class gave out. */
  public String newName(String prefix) {
    return prefix + "-" + made.incrementAndGet();
  }

  /**
   * Moves a hold's time, in both of its rows: it now expires that much from now (or expired, if
   * negative), by the database's clock, and began as much earlier as it expires earlier.
   */
  public void letExpireIn(Reservation hold, Duration fromNow) {
    database.execute(
        """
        WITH moved AS (
            SELECT slot, id, asset_id,
                   date_trunc('microseconds', clock_timestamp() + ?::interval) - expires_at AS shift
              FROM reservation WHERE slot = ? AND id = ?
        ), kept AS (
            UPDATE reservation r SET expires_at = r.expires_at + m.shift, created_at = r.created_at + m.shift
              FROM moved m WHERE r.slot = m.slot AND r.id = m.id
        ), told AS (
            UPDATE event e SET at = e.at + m.shift, expires_at = e.expires_at + m.shift
              FROM moved m WHERE e.slot = m.slot AND e.item_kind = 'asset' AND e.item_id = m.asset_id
        )
        UPDATE asset a SET hold_expires_at = a.hold_expires_at + m.shift
          FROM moved m WHERE a.slot = m.slot AND a.reservation_id = m.id AND a.status = 'HELD'
        """,
        fromNow.toString(),
        hold.id().slot(),
        hold.id().text());
  }
}
