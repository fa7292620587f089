package dev.satu.faults.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a node is started with.
 *
 * @param name to tell nodes apart
 * @param jar the server
 * @param httpPort its own port, behind the proxy
 * @param databaseUrl all hosts, by their proxies
 * @param operatorKey the key of the account {@code operator}
 */
record NodeSettings(String name, Path jar, int httpPort, String databaseUrl, String operatorKey) {
  /** Two of them, a load and two PostgreSQLs share few cores: starting fast counts most. */
  static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xmx320m",
          "-XX:+ExitOnOutOfMemoryError",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /** Two pools, migrations, readiness and sessions of the nemesis fit into 100 connections. */
  static final int POOL = 16;

  Map<String, String> environment() {
    return Map.ofEntries(
        Map.entry("SATU_DB_URL", databaseUrl),
        Map.entry("SATU_DB_USER", "satu"),
        Map.entry("SATU_DB_PASSWORD", "satu"),
        Map.entry("SATU_DB_POOL", Integer.toString(POOL)),
        Map.entry("SATU_OPERATOR_KEY", operatorKey),
        Map.entry("SATU_HTTP_HOST", "127.0.0.1"),
        Map.entry("SATU_HTTP_PORT", Integer.toString(httpPort)),
        Map.entry("SATU_SWEEP_EVERY", "PT1S"),
        Map.entry("SATU_DRAIN_DELAY", "PT1S"),
        Map.entry("SATU_DRAIN_TIMEOUT", "PT10S"));
  }
}
