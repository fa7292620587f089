package dev.satu.server.serve;

import dev.satu.SatuConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of {@code serve}, an environment variable each. {@code docs/operating.md} has a row
 * for each (a test asks for it).
 */
enum Setting {
  DB_URL(Kind.URL, "quarkus.datasource.jdbc.url", null),
  DB_USER(Kind.TEXT, "quarkus.datasource.username", null),
  DB_PASSWORD(Kind.SECRET, "quarkus.datasource.password", null),
  DB_POOL(Kind.NUMBER, "quarkus.datasource.jdbc.max-size", "32"),
  OPERATOR_KEY(Kind.KEY, "satu.operator-key", null),
  HTTP_HOST(Kind.TEXT, "quarkus.http.host", "0.0.0.0"),
  HTTP_PORT(Kind.PORT, "quarkus.http.port", "8080"),
  HOLD_DEFAULT(Kind.DURATION, "satu.hold.default", SatuConfig.DEFAULT.holdDefault()),
  HOLD_MAX(Kind.DURATION, "satu.hold.max", SatuConfig.DEFAULT.holdMax()),
  EXTEND_WINDOW(Kind.DURATION, "satu.extend.window", SatuConfig.DEFAULT.extendWindow()),
  EXTENSIONS(Kind.NUMBER, "satu.extensions", SatuConfig.DEFAULT.extensions()),
  SWEEP_EVERY(Kind.DURATION, "satu.sweep.every", SatuConfig.DEFAULT.sweepEvery()),
  SWEEP_BATCH(Kind.NUMBER, "satu.sweep.batch", SatuConfig.DEFAULT.sweepBatch()),
  RETRIES(Kind.NUMBER, "satu.retries", SatuConfig.DEFAULT.retries()),
  WAITING(Kind.NUMBER, "satu.waiting", SatuConfig.DEFAULT.waiting()),
  KEYS_KEPT(Kind.DURATION, "satu.keys.kept", SatuConfig.DEFAULT.keysKept()),
  STORY_KEPT(Kind.DURATION, "satu.story.kept", SatuConfig.DEFAULT.storyKept()),
  UNDER_WAY(Kind.NUMBER, "satu.under.way", SatuConfig.DEFAULT.underWay()),
  WRITERS(Kind.NUMBER, "satu.writers", SatuConfig.DEFAULT.claims().writers()),
  BATCH(Kind.NUMBER, "satu.batch", SatuConfig.DEFAULT.claims().batch()),
  SHIELD(Kind.DURATION, "satu.shield", SatuConfig.DEFAULT.claims().shield()),
  DRAIN_DELAY(Kind.DURATION, "quarkus.shutdown.delay", "PT5S"),
  DRAIN_TIMEOUT(Kind.DURATION, "quarkus.shutdown.timeout", "PT20S"),
  LOG_FORMAT(Kind.LOG_FORMAT, "quarkus.log.console.json.enabled", "text"),
  LOG_LEVEL(Kind.LOG_LEVEL, "quarkus.log.category.\"dev.satu\".level", "INFO"),
  TRACES_URL(Kind.TRACES, "quarkus.otel.exporter.otlp.traces.endpoint", "");

  /** What a value must look like. */
  enum Kind {
    TEXT,
    SECRET,
    KEY,
    URL,
    NUMBER,
    PORT,
    DURATION,
    LOG_FORMAT,
    LOG_LEVEL,
    TRACES
  }

  private final Kind kind;
  private final String property;
  private final @Nullable String otherwise;

  Setting(Kind kind, String property, @Nullable Object otherwise) {
    this.kind = kind;
    this.property = property;
    this.otherwise = otherwise == null ? null : otherwise.toString();
  }

  /** The environment variable. */
  String variable() {
    return "SATU_" + name();
  }

  Kind kind() {
    return kind;
  }

  /** The property of the server that it becomes. */
  String property() {
    return property;
  }

  /** The value if none is given; nothing: one must be given. */
  Optional<String> otherwise() {
    return Optional.ofNullable(otherwise);
  }

  /** Whether its value is never repeated, in no message. */
  boolean isSecret() {
    return kind == Kind.SECRET || kind == Kind.KEY;
  }
}
