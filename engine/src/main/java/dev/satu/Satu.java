package dev.satu;

import dev.satu.account.Accounts;
import dev.satu.account.ApiKeys;
import dev.satu.asset.AssetStore;
import dev.satu.asset.Assets;
import dev.satu.check.Check;
import dev.satu.database.ConnectionSettings;
import dev.satu.database.Installation;
import dev.satu.database.Transactions;
import dev.satu.database.WaitingLane;
import dev.satu.event.EventStore;
import dev.satu.hold.HoldStore;
import dev.satu.idempotency.Admission;
import dev.satu.idempotency.Fingerprints;
import dev.satu.idempotency.InFlight;
import dev.satu.idempotency.KeyStore;
import dev.satu.idempotency.Reply;
import dev.satu.imports.Imports;
import dev.satu.imports.OldImportSweep;
import dev.satu.janitor.Janitor;
import dev.satu.janitor.Sweep;
import dev.satu.payment.Sales;
import dev.satu.reservation.ClaimQueue;
import dev.satu.reservation.OverdueSweep;
import dev.satu.reservation.PlaceCommand;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.reservation.Reservations;
import dev.satu.retention.Retention;
import dev.satu.sale.PaymentStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/**
 * One opened installation of Satu: its commands, and the janitor that tidies up behind them.
 *
 * <p>Thread-safe; open it once per process. Closing stops the janitor and lets commands under way
 * end; the data source stays its owner's.
 */
public final class Satu implements AutoCloseable {
  private final Assets assets;
  private final Imports imports;
  private final Reservations reservations;
  private final Accounts accounts;
  private final ApiKeys apiKeys;
  private final Sales sales;
  private final OverdueSweep overdueSweep;
  private final Retention retention;
  private final OldImportSweep oldImportSweep;
  private final ExecutorService threads;
  private final InFlight inFlight;
  private final ClaimQueue claimQueue;
  private final Janitor janitor;
  private final WaitingLane waitingLane;

  private Satu(DataSource source, SatuConfig config, Listeners listeners, byte[] fingerprintKey) {
    Transactions transactions = new Transactions(source, config.retries());
    Fingerprints fingerprints = new Fingerprints(fingerprintKey);
    waitingLane = new WaitingLane(config.waiting());
    KeyStore keys = new KeyStore();
    Admission admission = new Admission(transactions, fingerprints, keys, waitingLane);
    AssetStore assetStore = new AssetStore();
    EventStore events = new EventStore();
    HoldStore holds = new HoldStore();
    PaymentStore payments = new PaymentStore();
    assets = new Assets(transactions, admission, assetStore, holds, events);
    imports = new Imports(transactions, admission);
    reservations =
        new Reservations(
            transactions,
            admission,
            new Reservations.Stores(holds, assetStore, payments, events),
            config.reservationLimits(),
            config.claims());
    accounts = new Accounts(transactions, admission);
    apiKeys = new ApiKeys(transactions, admission);
    sales = new Sales(admission, assetStore, holds, payments, events);
    overdueSweep = new OverdueSweep(transactions);
    retention = Retention.of(transactions, keys, config.keysKept(), config.storyKept());
    oldImportSweep = new OldImportSweep(transactions);
    threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("satu-command-", 0).factory());
    inFlight = new InFlight(fingerprints, threads, config.underWay(), listeners.replies());
    claimQueue = reservations.queue(threads, listeners.claims());
    janitor = new Janitor(sweeps(), config.sweepEvery(), config.sweepBatch(), listeners.sweeps());
  }

  /**
   * Opens an installation whose schema is migrated.
   *
   * @param source gives connections with the settings of {@link ConnectionSettings}; checked on one
   *     of them
   * @throws IllegalStateException if the settings would break a promise, or the schema is not there
   * @throws SQLException if the database cannot be reached
   */
  public static Satu open(DataSource source, SatuConfig config) throws SQLException {
    return open(source, config, Listeners.NONE);
  }

  /** The same, and listeners are told what happens. */
  public static Satu open(DataSource source, SatuConfig config, Listeners listeners)
      throws SQLException {
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(true);
      ConnectionSettings.check(connection);
      return new Satu(source, config, listeners, Installation.fingerprintKey(connection));
    }
  }

  /**
   * A check of an installation, which need not be open: compares its rows with its events, and runs
   * its invariants. Reads only.
   *
   * @param source gives connections, one at a time
   */
  public static Check check(DataSource source) {
    return new Check(new Transactions(source, 0));
  }

  private List<Sweep> sweeps() {
    List<Sweep> sweeps = new ArrayList<>(List.of(overdueSweep));
    sweeps.addAll(retention.all());
    sweeps.add(oldImportSweep);
    return sweeps;
  }

  /** The catalogue. */
  public Assets assets() {
    return assets;
  }

  /** Files of lots: import, and how far an import is. */
  public Imports imports() {
    return imports;
  }

  /** Hold and commit. */
  public Reservations reservations() {
    return reservations;
  }

  /** Who may call. The engine itself acts for any account that its caller names. */
  public Accounts accounts() {
    return accounts;
  }

  /** The credentials of accounts. */
  public ApiKeys apiKeys() {
    return apiKeys;
  }

  /** Sales after the commit: cancel. */
  public Sales sales() {
    return sales;
  }

  /** The sweep that the janitor runs; for those who want to run it by hand. */
  public OverdueSweep overdueSweep() {
    return overdueSweep;
  }

  /** The purges that the janitor runs; for those who want to run them by hand. */
  public Retention retention() {
    return retention;
  }

  /** The purge of old imports' progress that the janitor runs; for those who run it by hand. */
  public OldImportSweep oldImportSweep() {
    return oldImportSweep;
  }

  /** Runs commands off the caller's thread, joining those that share a key. */
  public InFlight inFlight() {
    return inFlight;
  }

  /**
   * Holds an asset for a buyer, without blocking the caller: joins a command under way with the
   * same key, else waits its turn in the claim queue.
   */
  public CompletableFuture<Reply<PlaceOutcome>> place(PlaceCommand command) {
    return inFlight.start(command, () -> claimQueue.place(command));
  }

  /** How many claims wait for a writer. */
  public int queued() {
    return claimQueue.depth();
  }

  /** How many commands of this process wait for locked rows, or queue for that. */
  public int waiting() {
    return waitingLane.crowd();
  }

  @Override
  public void close() {
    janitor.close();
    claimQueue.close();
    threads.close();
  }
}
