package dev.satu.server;

import dev.satu.Satu;
import dev.satu.SatuConfig;
import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The engine of this process: opened on the migrated database when the service starts, closed when
 * it stops.
 */
@Startup
@Singleton
final class OpenedSatu {
  private final Satu satu;

  OpenedSatu(
      AgroalDataSource source,
      @ConfigProperty(name = "satu.hold.default", defaultValue = "PT10M") Duration holdDefault,
      @ConfigProperty(name = "satu.sweep.every", defaultValue = "PT30S") Duration sweepEvery)
      throws SQLException {
    SatuConfig defaults = SatuConfig.DEFAULT;
    satu =
        Satu.open(
            source,
            new SatuConfig(
                holdDefault,
                defaults.holdMax(),
                defaults.extendWindow(),
                defaults.extensions(),
                sweepEvery,
                defaults.sweepBatch(),
                defaults.retries(),
                defaults.waiting(),
                defaults.underWay()));
  }

  @Produces
  @Singleton
  Satu satu() {
    return satu;
  }

  @PreDestroy
  void close() {
    satu.close();
  }
}
