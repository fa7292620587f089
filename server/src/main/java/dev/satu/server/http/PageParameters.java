package dev.satu.server.http;

import dev.satu.value.InvalidValue;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parameters {@code limit} and {@code cursor} of a list in order of id, and its page. */
public final class PageParameters {
  private static final int USUAL = 50;

  private PageParameters() {}

  /**
   * How many items a page has.
   *
   * @throws ProblemException {@code 400} unless it is a number from 1 to {@code most}
   */
  public static int size(@Nullable String limit, int most) {
    if (limit == null) {
      return USUAL;
    }
    if (!limit.matches("[0-9]{1,4}")
        || Integer.parseInt(limit) < 1
        || Integer.parseInt(limit) > most) {
      throw new ProblemException(
          Problems.invalidField("limit", "must be a number from 1 to " + most));
    }
    return Integer.parseInt(limit);
  }

  /**
   * The id after which the page begins.
   *
   * @param id makes an id of a text, or throws {@link InvalidValue}
   * @throws ProblemException {@code 400} if it is none
   */
  public static <T> Optional<T> after(@Nullable String cursor, Function<String, T> id) {
    if (cursor == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(id.apply(cursor));
    } catch (InvalidValue invalid) {
      throw new ProblemException(
          Problems.invalidField("cursor", "must be the next_cursor of an earlier page"));
    }
  }

  /**
   * A page as it is answered.
   *
   * @param items each as JSON
   * @param next the id after which the next page begins
   */
  public static String page(Stream<String> items, Optional<?> next) {
    return "{\"items\":["
        + items.collect(Collectors.joining(","))
        + "],\"next_cursor\":"
        + next.map(id -> "\"" + id + "\"").orElse("null")
        + "}";
  }
}
