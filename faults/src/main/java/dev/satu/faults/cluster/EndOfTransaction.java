package dev.satu.faults.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds, in what a client sends to PostgreSQL, the message after which a transaction ends: a {@code
 * COMMIT}, or a statement that writes and is a transaction of its own.
 *
 * <p>It reads version 3 of the frontend's protocol: untyped messages until the start-up, then a
 * type byte, a length and a body. Not thread-safe: one per connection.
 */
final class EndOfTransaction {
  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSS_REQUEST = 80_877_104;

  /** {@code place_holds} is called as a transaction of its own; see the engine's PlaceStore. */
  private static final Pattern ENDS =
      Pattern.compile("^commit\\b|\\bplace_holds\\s*\\(", Pattern.CASE_INSENSITIVE);

  private static final int TYPE = 1;
  private static final int LENGTH = 4;
  private static final int READY_FOR_QUERY = 6;

  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final Set<String> ending = new HashSet<>();
  private boolean started;
  private boolean bound;

  /** Whether these bytes, after all earlier ones, complete such a message. */
  boolean isIn(byte[] bytes, int length) {
    pending.write(bytes, 0, length);
    ByteBuffer all = ByteBuffer.wrap(pending.toByteArray());
    boolean found = false;
    while (isComplete(all)) {
      found |= started ? typed(all) : untyped(all);
    }
    pending.reset();
    pending.write(all.array(), all.position(), all.remaining());
    return found;
  }

  private boolean isComplete(ByteBuffer all) {
    int head = started ? TYPE : 0;
    return all.remaining() >= head + LENGTH
        && all.remaining() >= head + all.getInt(all.position() + head);
  }

  private boolean untyped(ByteBuffer all) {
    ByteBuffer body = body(all);
    int code = body.remaining() >= LENGTH ? body.getInt() : 0;
    started = code != SSL_REQUEST && code != GSS_REQUEST;
    return false;
  }

  private boolean typed(ByteBuffer all) {
    char type = (char) all.get();
    ByteBuffer body = body(all);
    return switch (type) {
      case 'Q' -> ends(text(body));
      case 'P' -> {
        String statement = text(body);
        ending.remove(statement);
        if (ends(text(body))) {
          ending.add(statement);
        }
        yield false;
      }
      case 'B' -> {
        text(body);
        bound = ending.contains(text(body));
        yield false;
      }
      case 'E' -> bound;
      default -> false;
    };
  }

  private static ByteBuffer body(ByteBuffer all) {
    int length = all.getInt() - LENGTH;
    ByteBuffer body = all.slice(all.position(), length);
    all.position(all.position() + length);
    return body;
  }

  private static String text(ByteBuffer body) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    while (body.hasRemaining()) {
      byte next = body.get();
      if (next == 0) {
        break;
      }
      text.write(next);
    }
    return text.toString(UTF_8);
  }

  private static boolean ends(String query) {
    return ENDS.matcher(query.strip().toLowerCase(Locale.ROOT)).find();
  }

  /** Whether the server's bytes end with its word that it is ready for more. */
  static boolean isAnswered(byte[] bytes, int length) {
    int at = length - READY_FOR_QUERY;
    return at >= 0 && bytes[at] == 'Z' && ByteBuffer.wrap(bytes).getInt(at + TYPE) == 5;
  }
}
