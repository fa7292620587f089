package dev.satu.server;

import dev.satu.Satu;
import dev.satu.server.metrics.EngineMetrics;
import dev.satu.server.start.EngineSettings;
import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.Startup;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import org.eclipse.microprofile.config.Config;

/**
 * The engine of this process: opened on the migrated database when the service starts, closed when
 * it stops.
 */
@Startup
@Singleton
final class OpenedSatu {
  private final Satu satu;

  OpenedSatu(AgroalDataSource source, Config config, EngineMetrics metrics) throws SQLException {
    satu =
        Satu.open(
            source,
            EngineSettings.read(property -> config.getOptionalValue(property, String.class)),
            metrics.listeners());
    metrics.watch(satu);
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
