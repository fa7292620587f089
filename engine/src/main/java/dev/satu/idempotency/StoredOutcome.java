package dev.satu.idempotency;

/** An outcome that says whether its kind is kept with its key, and so replayed. */
public interface StoredOutcome {
  /**
   * Whether a second request with the same key gets this again; a refusal that changed nothing is
   * decided anew.
   */
  boolean isStored();
}
