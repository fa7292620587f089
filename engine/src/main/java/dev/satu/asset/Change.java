package dev.satu.asset;

import java.util.Optional;

/**
 * What is to become of a detail that may be absent.
 *
 * @param <T> the detail's values
 */
public sealed interface Change<T> {
  /** It stays as it is. */
  record Keep<T>() implements Change<T> {}

  /** It is taken away. */
  record Clear<T>() implements Change<T> {}

  /** It becomes this. */
  record Set<T>(T value) implements Change<T> {}

  /** The detail after the change. */
  default Optional<T> applied(Optional<T> before) {
    return switch (this) {
      case Keep<T>() -> before;
      case Clear<T>() -> Optional.empty();
      case Set<T>(T value) -> Optional.of(value);
    };
  }
}
