package dev.satu.server.http;

import io.vertx.ext.web.RoutingContext;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Names one request in the answer ({@code Satu-Request-Id}) and in the log.
 *
 * <p>A random part per process and a counter: unique enough to find a line, and no random bits
 * spent per request.
 */
public final class RequestId {
  /** The header of every answer that carries the id. */
  public static final String HEADER = "Satu-Request-Id";

  private static final String KEY = "dev.satu.request-id";
  private static final String PROCESS =
      "req_" + Long.toString(new SecureRandom().nextLong() >>> 1, 36) + "-";
  private static final AtomicLong NEXT = new AtomicLong();

  private RequestId() {}

  /** The id of this request. */
  public static String of(RoutingContext routing) {
    @Nullable String given = routing.get(KEY);
    return given == null ? give(routing) : given;
  }

  static String give(RoutingContext routing) {
    String id = PROCESS + Long.toString(NEXT.incrementAndGet(), 36);
    routing.put(KEY, id);
    routing.response().putHeader(HEADER, id);
    return id;
  }
}
