package dev.satu;

import dev.satu.testkit.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A function of the schema with exactly one thing in it exchanged, for tests that take a guard out
 * and see what then goes wrong. An immutable value.
 *
 * <p>What is exchanged must stand in the function exactly once: when the function changes, the
 * control notices, instead of testing nothing from then on.
 */
public record Unguarded(String sql) {
  private static final String FOLDER = "/dev/satu/migration/";

  /** {@code place_holds} as the migration makes it. */
  public static Unguarded placeHolds() {
    return function("V007__place_holds.sql", "place_holds", "\n$$;");
  }

  /** {@code expire_holds} as the migration makes it. */
  public static Unguarded expireHolds() {
    return function("V008__expire_holds.sql", "expire_holds", "\n$$;");
  }

  /** {@code api_key_status_at} as the migration makes it. */
  public static Unguarded apiKeyStatus() {
    return function("V010__account.sql", "api_key_status_at", "END;");
  }

  /** {@code purge_reservations} as the migration makes it. */
  public static Unguarded purgeReservations() {
    return function("V041__story.sql", "purge_reservations", "\n$$;");
  }

  /**
   * The sweep that stops at a function {@code gate()} between choosing by the plain read and
   * locking, as on a machine that is frozen there.
   */
  public Unguarded pausingAfterItsChoice() {
    String ordered = "\n                     ORDER BY r.expires_at LIMIT";
    return with("r.expires_at < t" + ordered, "r.expires_at < t AND gate()" + ordered);
  }

  /** The same with this text exchanged for that. */
  public Unguarded with(String text, String other) {
    int first = sql.indexOf(text);
    if (first < 0 || sql.indexOf(text, first + 1) >= 0) {
      throw new AssertionError("not there exactly once: " + text);
    }
    return new Unguarded(sql.replace(text, other));
  }

  /** The same without this text. */
  public Unguarded without(String text) {
    return with(text, "");
  }

  /** The same under another name, beside the real one. */
  public Unguarded renamed(String name) {
    return new Unguarded(sql.replaceFirst("FUNCTION \\w+\\(", "FUNCTION " + name + "("));
  }

  /** Makes it in the schema, in place of the real one unless it was renamed. */
  public void createIn(TestDatabase database) {
    database.execute(sql);
  }

  private static Unguarded function(String file, String name, String end) {
    String migration = read(FOLDER + file);
    int from = migration.indexOf("CREATE FUNCTION " + name + "(");
    int to = migration.indexOf(end, from);
    return new Unguarded(
        migration
            .substring(from, to + end.length() - 1)
            .replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"));
  }

  private static String read(String resource) {
    try (InputStream in = Unguarded.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no such resource: " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
