package dev.satu.server.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Does not measure requests with a method that nobody knows: without a key anybody could make one
 * series per invented word. Denied, not renamed: the registry remembers every name that it renames.
 */
@Singleton
final class KnownMethods {
  private static final Set<String> KNOWN =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  @Produces
  @Singleton
  MeterFilter filter() {
    return new MeterFilter() {
      @Override
      public MeterFilterReply accept(Meter.Id id) {
        return isOfUnknownMethod(id) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
      }
    };
  }

  private static boolean isOfUnknownMethod(Meter.Id id) {
    if (!id.getName().startsWith("http.server")) {
      return false;
    }
    @Nullable String method = id.getTag("method");
    return method != null && !KNOWN.contains(method);
  }
}
