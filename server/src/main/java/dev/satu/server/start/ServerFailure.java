package dev.satu.server.start;

import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.flywaydb.core.api.FlywayException;

/**
 * Why the server did not start: a sentence where there is one, the whole trace where nobody knows.
 */
public final class ServerFailure {
  private ServerFailure() {}

  /**
   * The failure, for whoever started the server.
   *
   * @param portSetting where another port is chosen, such as {@code --port}
   */
  public static String tell(Throwable failure, String portSetting) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof QuarkusBindException bind) {
        return "Port " + bind.getPort() + " is in use. Choose another with " + portSetting + ".";
      }
      if (cause instanceof ConfigurationException) {
        return String.valueOf(cause.getMessage());
      }
      if (cause instanceof FlywayException) {
        return "The database could not be migrated: " + cause.getMessage();
      }
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return "The server does not start.\n" + trace;
  }
}
