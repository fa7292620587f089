package dev.satu;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Data sources that do something of their own when a connection is asked for. */
public final class Sources {
  private Sources() {}

  /** Gives a connection, or fails as a data source does. */
  @FunctionalInterface
  public interface Connector {
    Connection connect() throws SQLException;
  }

  public static DataSource of(Connector connector) {
    return new Source(connector);
  }

  private record Source(Connector connector) implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
      return connector.connect();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> kind) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> kind) {
      return false;
    }
  }
}
