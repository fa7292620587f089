package dev.satu.server.http;

import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * How many bytes the body of a request may have. Quarkus knows one limit for all paths, which is
 * that of the largest: the import. The others are held to theirs by {@link RequestEdge} and {@link
 * JsonBodyReader}.
 */
@Singleton
public final class BodyLimits {
  /** The one path whose bodies are files. */
  public static final String IMPORT_PATH = "/v1/assets/import";

  private final long usual;
  private final long imports;

  BodyLimits(
      @ConfigProperty(name = "satu.http.max-body-size", defaultValue = "64K") MemorySize usual,
      @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize imports) {
    this.usual = usual.asLongValue();
    this.imports = imports.asLongValue();
  }

  /** Of a request to this path. */
  long of(String path) {
    return IMPORT_PATH.equals(path) ? imports : usual;
  }

  /** Of a request that is no import. */
  long usual() {
    return usual;
  }

  /** Of a file that is imported. */
  public long ofImports() {
    return imports;
  }
}
