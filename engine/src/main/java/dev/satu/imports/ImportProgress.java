package dev.satu.imports;

import dev.satu.database.Transactions;
import dev.satu.imports.ProgressStore.Told;
import dev.satu.value.ImportId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One import, as it tells of itself: how far it is, once a second and at each change of phase.
 *
 * <p>What is told is written by a thread of its own, in transactions of its own: the import never
 * waits for it, and that nothing could be written changes nothing about the import. Only the last
 * word, {@link ImportPhase#DONE}, is part of the import's own transaction.
 *
 * <p>Close it when nothing more comes: one that was never run is forgotten if its file is whole (an
 * equal request was answered in its place), and has failed if the upload broke off.
 */
public final class ImportProgress implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ImportProgress.class.getName());

  private final ImportId id;
  private final Transactions transactions;
  private final ProgressStore store;
  private final Semaphore news = new Semaphore(0);

  private volatile ImportPhase phase = ImportPhase.RECEIVING;
  private volatile @Nullable String digest;
  private volatile @Nullable Long size;
  private volatile long received;
  private volatile long read;
  private volatile long rows;
  private volatile long bad;
  private volatile boolean isWhole;
  private volatile boolean isRun;
  private volatile boolean isOver;

  ImportProgress(ImportId id, @Nullable Long size, Transactions transactions, ProgressStore store) {
    this.id = id;
    this.size = size;
    this.transactions = transactions;
    this.store = store;
    Thread.ofVirtual().name("satu-" + id).start(this::tellUntilItIsOver);
  }

  /** Its name, by which anybody may ask how far it is. */
  public ImportId id() {
    return id;
  }

  /** So many bytes of the file are there. */
  public void received(long bytes) {
    received = bytes;
  }

  /** All of the file is there. */
  public void receivedAll() {
    size = received;
    isWhole = true;
  }

  /** From now on it is run, and ends by what comes of that. */
  void begins(String fileDigest) {
    isRun = true;
    digest = fileDigest;
    enter(ImportPhase.STAGING);
  }

  /** So much of the file was read. */
  void staged(long bytesRead, long goodRows, long badRows) {
    read = bytesRead;
    rows = goodRows;
    bad = badRows;
  }

  void publishes() {
    enter(ImportPhase.PUBLISHING);
  }

  /** Says, in the transaction that publishes, that with its end all is done. */
  void done(Connection connection) throws SQLException {
    if (store.end(connection, id, told(ImportPhase.DONE)) == 0) {
      LOG.log(Level.WARNING, "import {0} lost its row before it was done", id);
    }
  }

  /** It ended without a change. */
  void ended(ImportPhase last, long badRows) {
    bad = badRows;
    isOver = true;
    news.release();
    write(connection -> store.end(connection, id, told(last)));
  }

  /** It was no import: nothing was done, or it was done before. */
  void forget() {
    isOver = true;
    news.release();
    write(connection -> store.forget(connection, id));
  }

  /** Nothing more is known of it here. */
  void leave() {
    isOver = true;
    news.release();
  }

  @Override
  public void close() {
    if (isRun || isOver) {
      leave();
    } else if (isWhole) {
      forget();
    } else {
      ended(ImportPhase.FAILED, 0);
    }
  }

  private void enter(ImportPhase next) {
    phase = next;
    news.release();
  }

  private void tellUntilItIsOver() {
    try {
      while (!isOver) {
        if (news.tryAcquire(1, TimeUnit.SECONDS)) {
          news.drainPermits();
        }
        if (!isOver) {
          write(connection -> store.tell(connection, id, told(phase)));
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(Transactions.Work<Integer> work) {
    try {
      var unused = transactions.runSingle(work);
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "import " + id + " could not tell how far it is", e);
    }
  }

  private Told told(ImportPhase now) {
    return new Told(now, digest, size, received, read, rows, bad);
  }
}
