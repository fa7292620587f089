package dev.satu.server;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Listens for Vert.x saying that a thread which must never wait has waited. */
final class BlockedLoops extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("io.vertx.core.impl.BlockedThreadChecker");
  private final List<String> seen = new ArrayList<>();

  BlockedLoops() {
    logger.addHandler(this);
  }

  synchronized List<String> seen() {
    return List.copyOf(seen);
  }

  @Override
  public synchronized void publish(LogRecord entry) {
    seen.add(entry.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
