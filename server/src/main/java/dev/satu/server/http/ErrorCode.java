package dev.satu.server.http;

import static dev.satu.server.http.ErrorCode.Advice.LATER_SAME_KEY;
import static dev.satu.server.http.ErrorCode.Advice.MEND;
import static dev.satu.server.http.ErrorCode.Advice.NEVER;
import static dev.satu.server.http.ErrorCode.Advice.NEW_KEY;

/**
 * Every refusal that the API knows, by the stable name that programs react to. {@code
 * docs/outcomes.md} has a row for each (a test asks for it).
 */
public enum ErrorCode {
  ASSET_EXISTS(409, "Asset exists", NEVER),
  ASSET_NOT_FOUND(404, "Asset not found", NEVER),
  IMPORT_REFUSED(422, "Import refused", MEND),
  IMPORT_NOT_FOUND(404, "Import not found", NEVER),
  ASSET_UNAVAILABLE(409, "Asset unavailable", NEW_KEY),
  HOLD_TOO_LONG(400, "Hold too long", MEND),
  REHOLD_TOO_SOON(409, "Held again too soon", NEW_KEY),
  HOLD_LIMIT_REACHED(409, "Hold limit reached", NEW_KEY),
  RESERVATION_NOT_FOUND(404, "Reservation not found", NEVER),
  RESERVATION_EXPIRED(410, "Reservation expired", NEVER),
  RESERVATION_RELEASED(410, "Reservation released", NEVER),
  ALREADY_SOLD(409, "Already sold", NEVER),
  EXTENSION_LIMIT_REACHED(409, "Extension limit reached", NEVER),
  EXTENSION_TOO_LONG(409, "Extension too long", MEND),
  PAYMENT_ALREADY_USED(409, "Payment already used", NEVER),
  PAYMENT_UNMATCHED(409, "Payment unmatched", NEVER),
  AMOUNT_MISMATCH(422, "Amount mismatch", MEND),
  SALE_CANCELLED(410, "Sale cancelled", NEVER),
  ASSET_NOT_WITHDRAWN(409, "Asset not withdrawn", NEW_KEY),
  ASSET_NOT_SOLD(409, "Asset not sold", NEW_KEY),

  ACCOUNT_EXISTS(409, "Account exists", NEVER),
  ACCOUNT_NOT_FOUND(404, "Account not found", NEVER),
  KEY_NOT_FOUND(404, "Key not found", NEVER),
  KEY_NOT_IN_FORCE(409, "Key not in force", NEVER),
  KEY_ALREADY_ROTATED(409, "Key already rotated", NEVER),
  PRECONDITION_REQUIRED(428, "Precondition required", MEND),
  VERSION_MISMATCH(412, "Version mismatch", MEND),

  IDEMPOTENCY_KEY_MISSING(400, "Idempotency key missing", MEND),
  IDEMPOTENCY_KEY_INVALID(400, "Idempotency key invalid", MEND),
  IDEMPOTENCY_KEY_REUSED(422, "Idempotency key reused", NEW_KEY),
  REQUEST_IN_PROGRESS(409, "Request in progress", LATER_SAME_KEY),
  BUSY(503, "Busy", LATER_SAME_KEY),
  OUTCOME_UNKNOWN(503, "Outcome unknown", LATER_SAME_KEY),

  MALFORMED_JSON(400, "Malformed JSON", MEND),
  UNKNOWN_FIELD(400, "Unknown field", MEND),
  INVALID_FIELD(400, "Invalid field", MEND),
  BODY_MISSING(400, "Body missing", MEND),
  BAD_REQUEST(400, "Bad request", MEND),
  UNAUTHENTICATED(401, "Unauthenticated", MEND),
  SCOPE_MISSING(403, "Scope missing", NEVER),
  BUYER_MISMATCH(403, "Buyer mismatch", NEVER),
  NOT_FOUND(404, "Not found", NEVER),
  METHOD_NOT_ALLOWED(405, "Method not allowed", MEND),
  NOT_ACCEPTABLE(406, "Not acceptable", MEND),
  BODY_TOO_SLOW(408, "Body too slow", LATER_SAME_KEY),
  BODY_TOO_LARGE(413, "Body too large", MEND),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type", MEND),
  INTERNAL_ERROR(500, "Internal error", LATER_SAME_KEY);

  /** What a caller is to do with a refusal. */
  public enum Advice {
    /** Mend the request; nothing was changed, and the key is still free. */
    MEND,
    /** Send the same request with the same key, later. */
    LATER_SAME_KEY,
    /** A new attempt, if it is wanted, is a new intention: with a new key. */
    NEW_KEY,
    /** Sending it again gives the same answer. */
    NEVER
  }

  private final int status;
  private final String title;
  private final Advice advice;

  ErrorCode(int status, String title, Advice advice) {
    this.status = status;
    this.title = title;
    this.advice = advice;
  }

  /** The HTTP status it is answered with. */
  public int status() {
    return status;
  }

  /** The same for all problems of this code. */
  public String title() {
    return title;
  }

  /** What the caller is to do. */
  public Advice advice() {
    return advice;
  }
}
