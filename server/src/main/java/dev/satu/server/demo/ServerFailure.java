package dev.satu.server.demo;

import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Why the server did not start: a sentence where there is one, the whole trace where nobody knows.
 */
final class ServerFailure {
  private ServerFailure() {}

  static String tell(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof QuarkusBindException bind) {
        return "Port " + bind.getPort() + " is in use. Choose another with --port.";
      }
      if (cause instanceof ConfigurationException) {
        return String.valueOf(cause.getMessage());
      }
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return "The server does not start.\n" + trace;
  }
}
