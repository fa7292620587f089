package dev.satu.asset;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import java.time.DateTimeException;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place in a listing: after this asset. Callers send it back as they got it; only the order is
 * checked, so filters may change in between.
 *
 * @param key what the order compares before the id, as text
 */
record AssetCursor(AssetSort sort, String key, AssetId id) {

  /**
   * The place that this text names.
   *
   * @throws InvalidValue if it is not one of ours, or of another order
   */
  static AssetCursor parse(String text, AssetSort sort) {
    try {
      String decoded = new String(Base64.getUrlDecoder().decode(text), UTF_8);
      // Neither orders nor ids have a space in them, but names do.
      int first = decoded.indexOf(' ');
      int last = decoded.lastIndexOf(' ');
      if (first < last && decoded.substring(0, first).equals(sort.text())) {
        AssetCursor cursor =
            new AssetCursor(
                sort, decoded.substring(first + 1, last), new AssetId(decoded.substring(last + 1)));
        Optional<Object> checked = cursor.sort.key(cursor.key);
        if (checked.isPresent() || cursor.key.isEmpty()) {
          return cursor;
        }
      }
    } catch (IllegalArgumentException | DateTimeException notOurs) {
      throw invalid(notOurs);
    }
    throw invalid(null);
  }

  private static InvalidValue invalid(@Nullable Throwable cause) {
    InvalidValue invalid =
        new InvalidValue("cursor", "must be the next_cursor of an earlier page in the same order");
    if (cause != null) {
      invalid.initCause(cause);
    }
    return invalid;
  }

  String text() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((sort.text() + ' ' + key + ' ' + id.text()).getBytes(UTF_8));
  }
}
