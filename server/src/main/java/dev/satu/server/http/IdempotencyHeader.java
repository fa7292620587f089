package dev.satu.server.http;

import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** The header line that names a mutation, so that it takes effect once however often it is sent. */
public final class IdempotencyHeader {
  /** The name of the header. */
  public static final String NAME = "Idempotency-Key";

  private static final int LONGEST = 128;

  private IdempotencyHeader() {}

  /**
   * The key of this request, whose body has been read: its command begins now.
   *
   * @throws ProblemException {@code 400} if there is none, more than one, or it is not 1 to 128
   *     printable ASCII characters
   */
  public static String of(RoutingContext routing) {
    SlowBodies.begin(routing);
    List<String> given = routing.request().headers().getAll(NAME);
    if (given.isEmpty()) {
      throw new ProblemException(
          Problem.of(
              ErrorCode.IDEMPOTENCY_KEY_MISSING,
              "This call needs the header Idempotency-Key: a value of your own, new for each "
                  + "intention and the same for each retry of it."));
    }
    String key = given.getFirst();
    if (given.size() > 1 || !isKey(key)) {
      throw new ProblemException(
          Problem.of(
              ErrorCode.IDEMPOTENCY_KEY_INVALID,
              "Idempotency-Key must be given once and have 1 to 128 printable ASCII characters."));
    }
    return key;
  }

  private static boolean isKey(String key) {
    return !key.isEmpty()
        && key.length() <= LONGEST
        && key.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
