package dev.satu.server;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/**
 * A service with five connections and little patience for bodies, that complains of an event loop
 * that is held up for long.
 */
public final class SmallPool implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.datasource.jdbc.max-size",
        "5",
        "satu.http.body-time",
        "PT2S",
        "quarkus.vertx.max-event-loop-execute-time",
        "1S",
        "quarkus.vertx.warning-exception-time",
        "1S");
  }
}
