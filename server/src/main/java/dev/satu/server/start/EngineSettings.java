package dev.satu.server.start;

import dev.satu.SatuConfig;
import dev.satu.reservation.ClaimQueue;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The limits of the engine, from the properties {@code satu.…}; what is not given is the default.
 */
public final class EngineSettings {
  private final Function<String, Optional<String>> values;

  private EngineSettings(Function<String, Optional<String>> values) {
    this.values = values;
  }

  /**
   * Reads them.
   *
   * @param values the value of a property, if it has one
   * @throws IllegalArgumentException naming the value that breaks its rule
   */
  public static SatuConfig read(Function<String, Optional<String>> values) {
    EngineSettings given = new EngineSettings(values);
    SatuConfig otherwise = SatuConfig.DEFAULT;
    return new SatuConfig(
        given.duration("satu.hold.default", otherwise.holdDefault()),
        given.duration("satu.hold.max", otherwise.holdMax()),
        given.duration("satu.extend.window", otherwise.extendWindow()),
        given.number("satu.extensions", otherwise.extensions()),
        given.duration("satu.sweep.every", otherwise.sweepEvery()),
        given.number("satu.sweep.batch", otherwise.sweepBatch()),
        given.number("satu.retries", otherwise.retries()),
        given.number("satu.waiting", otherwise.waiting()),
        given.duration("satu.keys.kept", otherwise.keysKept()),
        given.duration("satu.story.kept", otherwise.storyKept()),
        given.number("satu.under.way", otherwise.underWay()),
        new ClaimQueue.Shape(
            given.number("satu.writers", otherwise.claims().writers()),
            given.number("satu.batch", otherwise.claims().batch()),
            given.duration("satu.shield", otherwise.claims().shield())));
  }

  private Duration duration(String property, Duration otherwise) {
    return values.apply(property).map(text -> parsed(property, text)).orElse(otherwise);
  }

  private static Duration parsed(String property, String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException notIso) {
      throw new IllegalArgumentException(
          property + " is " + text + ", but must be an ISO 8601 duration such as PT10M", notIso);
    }
  }

  private int number(String property, int otherwise) {
    return values
        .apply(property)
        .map(text -> {
          try {
            return Integer.parseInt(text);
          } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                property + " is " + text + ", but must be a whole number", notANumber);
          }
        })
        .orElse(otherwise);
  }
}
