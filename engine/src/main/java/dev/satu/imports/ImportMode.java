package dev.satu.imports;

/** What an import does with a lot that is listed already, and whose details differ. */
public enum ImportMode {
  /** Reports it as a bad row. */
  REPORT,
  /** Gives it the details of the file. Never touches its status, its hold or its sale. */
  UPDATE
}
