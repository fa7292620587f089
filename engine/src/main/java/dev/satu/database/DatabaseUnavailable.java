package dev.satu.database;

/** A read could not be answered now; nothing was changed, and it may be asked again later. */
public final class DatabaseUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DatabaseUnavailable(String message) {
    super(message);
  }
}
