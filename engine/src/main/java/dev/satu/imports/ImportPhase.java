package dev.satu.imports;

/** How far an import is. */
public enum ImportPhase {
  /** The file is on its way to the server. Moved on when all of it is there. */
  RECEIVING,
  /** Its rows are read, judged, and compared with the catalogue. Moved on if all are good. */
  STAGING,
  /** The one transaction is under way that lists and changes lots. Moved on by its end. */
  PUBLISHING,
  /** Every row is in the catalogue. */
  DONE,
  /** Bad rows; nothing was changed. */
  REFUSED,
  /** Trouble, or the upload broke off; nothing was changed. */
  FAILED
}
