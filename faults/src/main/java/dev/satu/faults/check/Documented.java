package dev.satu.faults.check;

import dev.satu.faults.history.Answer.Told;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The answers that {@code docs/outcomes.md} lets each act have. */
final class Documented {
  /** Refusals of any command: of its key, or because nothing can be said now. */
  private static final Set<String> OF_ANY_COMMAND =
      Set.of(
          "422 IDEMPOTENCY_KEY_REUSED",
          "409 REQUEST_IN_PROGRESS",
          "503 BUSY",
          "503 OUTCOME_UNKNOWN");

  private static final Set<String> OF_ANY_READ = Set.of("200", "503 BUSY");

  private static final Set<String> OF_COMMIT =
      Set.of(
          "200",
          "404 RESERVATION_NOT_FOUND",
          "410 RESERVATION_EXPIRED",
          "410 RESERVATION_RELEASED",
          "410 SALE_CANCELLED",
          "409 ALREADY_SOLD",
          "409 PAYMENT_ALREADY_USED",
          "409 PAYMENT_UNMATCHED",
          "422 AMOUNT_MISMATCH",
          "400 INVALID_FIELD");

  private static final Set<String> OF_EXTEND =
      Set.of(
          "200",
          "404 RESERVATION_NOT_FOUND",
          "410 RESERVATION_EXPIRED",
          "410 RESERVATION_RELEASED",
          "409 ALREADY_SOLD",
          "409 EXTENSION_LIMIT_REACHED",
          "409 EXTENSION_TOO_LONG");

  private static final Set<String> OF_RELEASE =
      Set.of("200", "404 RESERVATION_NOT_FOUND", "409 ALREADY_SOLD");

  private static final Map<String, Set<String>> OF_ACT =
      Map.ofEntries(
          Map.entry("list", Set.of("201", "200", "409 ASSET_EXISTS")),
          Map.entry(
              "hold",
              Set.of(
                  "201",
                  "200",
                  "404 ASSET_NOT_FOUND",
                  "409 ASSET_UNAVAILABLE",
                  "409 REHOLD_TOO_SOON",
                  "409 HOLD_LIMIT_REACHED",
                  "400 HOLD_TOO_LONG")),
          Map.entry("commit", OF_COMMIT),
          Map.entry("extend", OF_EXTEND),
          Map.entry("release", OF_RELEASE),
          Map.entry("operator-release", OF_RELEASE),
          Map.entry("withdraw", Set.of("200", "404 ASSET_NOT_FOUND", "409 ASSET_UNAVAILABLE")),
          Map.entry("relist", Set.of("200", "404 ASSET_NOT_FOUND", "409 ASSET_NOT_WITHDRAWN")),
          Map.entry("cancel-sale", Set.of("200", "404 ASSET_NOT_FOUND", "409 ASSET_NOT_SOLD")),
          Map.entry("change", Set.of("200", "404 ASSET_NOT_FOUND", "412 VERSION_MISMATCH")),
          Map.entry("read-lot", Set.of("200", "404 ASSET_NOT_FOUND")),
          Map.entry("read-story", Set.of("200", "404 ASSET_NOT_FOUND")),
          Map.entry("read-reservation", Set.of("200", "404 RESERVATION_NOT_FOUND")),
          Map.entry("read-listing", Set.of("200")));

  /** How a request is refused that is wrong in itself. */
  private static final Set<String> OF_GARBAGE =
      Stream.of(
              "400 HOLD_TOO_LONG",
              "400 IDEMPOTENCY_KEY_MISSING",
              "400 IDEMPOTENCY_KEY_INVALID",
              "400 MALFORMED_JSON",
              "400 UNKNOWN_FIELD",
              "400 INVALID_FIELD",
              "400 BODY_MISSING",
              "400 BAD_REQUEST",
              "401 UNAUTHENTICATED",
              "403 SCOPE_MISSING",
              "404 NOT_FOUND",
              "404 ASSET_NOT_FOUND",
              "404 RESERVATION_NOT_FOUND",
              "405 METHOD_NOT_ALLOWED",
              "406 NOT_ACCEPTABLE",
              "413 BODY_TOO_LARGE",
              "415 UNSUPPORTED_MEDIA_TYPE",
              "428 PRECONDITION_REQUIRED",
              // Of what does not exist too: while somebody has a table locked, a wait for the table
              // cannot be told from a wait for the key; and a transaction that only refused has an
              // end that can be lost as well.
              "409 REQUEST_IN_PROGRESS",
              "503 OUTCOME_UNKNOWN",
              "503 BUSY")
          .collect(Collectors.toUnmodifiableSet());

  private Documented() {}

  /** Whether a call of this act may be answered so. Acts that it does not know may have any. */
  static boolean allows(String act, boolean isCommand, Told told) {
    @Nullable String code = told.errorCode();
    String result = code == null ? Integer.toString(told.status()) : told.status() + " " + code;
    if (act.equals(Garbage.ACT)) {
      return OF_GARBAGE.contains(result);
    }
    return (isCommand ? OF_ANY_COMMAND : OF_ANY_READ).contains(result)
        || OF_ACT.getOrDefault(act, Set.of(result)).contains(result);
  }
}
