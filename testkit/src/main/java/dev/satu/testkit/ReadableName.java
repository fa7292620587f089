package dev.satu.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/** A random schema name that a person can tell apart: {@code hold_test_calm_otter_4f2a}. */
final class ReadableName {
  private static final List<String> MOODS =
      List.of("brisk", "calm", "eager", "fond", "glad", "keen", "mild", "neat", "proud", "wise");
  private static final List<String> ANIMALS =
      List.of("crane", "finch", "gecko", "heron", "koala", "lemur", "otter", "panda", "tapir");
  // PostgreSQL cuts identifiers and application names at 63 bytes; the random part needs 18.
  private static final int LONGEST_OWNER = 40;

  private ReadableName() {}

  static String of(String owner, Random random) {
    String snake =
        owner
            .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "_")
            .replaceAll("^(?![a-z])", "t_");
    return "%s_%s_%s_%04x"
        .formatted(
            snake.substring(0, Math.min(snake.length(), LONGEST_OWNER)),
            MOODS.get(random.nextInt(MOODS.size())),
            ANIMALS.get(random.nextInt(ANIMALS.size())),
            random.nextInt(0x10000))
        .replaceAll("_+", "_");
  }
}
