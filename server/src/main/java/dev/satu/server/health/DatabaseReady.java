package dev.satu.server.health;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready while the database answers and takes writes. A pool that is all in use does not make a
 * process unready: it answers {@code 503} by itself, and taking it away would only load the others
 * more.
 */
@Readiness
@ApplicationScoped
class DatabaseReady implements HealthCheck {
  private static final Duration VALID = Duration.ofSeconds(1);

  private final DatabaseProbe probe;

  DatabaseReady(
      @ConfigProperty(name = "quarkus.datasource.jdbc.url") String url,
      @ConfigProperty(name = "quarkus.datasource.username") String user,
      @ConfigProperty(name = "quarkus.datasource.password") String password) {
    probe = new DatabaseProbe(url, user, password, VALID);
  }

  @Override
  public HealthCheckResponse call() {
    DatabaseProbe.State state = probe.state();
    return HealthCheckResponse.named("database")
        .status(state == DatabaseProbe.State.READY)
        .withData("state", state.name().toLowerCase(Locale.ROOT))
        .build();
  }

  @PreDestroy
  void close() {
    probe.close();
  }
}
