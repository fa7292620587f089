package dev.satu.server.serve;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** The server of {@code serve}: says that it listens, then runs until it is told to end. */
public final class ServeApplication implements QuarkusApplication {
  private static final Logger LOG = Logger.getLogger(ServeApplication.class);

  private final String host;
  private final int port;

  ServeApplication(
      @ConfigProperty(name = "quarkus.http.host") String host,
      @ConfigProperty(name = "quarkus.http.port") int port) {
    this.host = host;
    this.port = port;
  }

  @Override
  public int run(String... arguments) {
    LOG.infof("Satu serves on %s:%d", host, port);
    Quarkus.waitForExit();
    return 0;
  }
}
