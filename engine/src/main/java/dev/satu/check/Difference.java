package dev.satu.check;

/**
 * Something that is not as it should be.
 *
 * @param kind {@code asset}: a row that its events contradict; {@code event}: a story that cannot
 *     have happened; {@code invariant}: rows that break a sentence of {@code invariants.sql}
 * @param id of the asset, or of the row
 * @param is what stands there
 * @param shouldBe what should
 * @param whatToDo what a person should do; nothing repairs it by itself
 */
public record Difference(String kind, String id, String is, String shouldBe, String whatToDo) {
  private static final String DISTRUST =
      "withdraw it if it is for sale, keep both as they are, find out who wrote to the database"
          + " beside Satu, and report it";

  static Difference ofAsset(String id, String is, String shouldBe) {
    return new Difference("asset", id, is, shouldBe, DISTRUST);
  }

  static Difference ofStory(String id, String is, String shouldBe) {
    return new Difference(
        "event",
        id,
        is,
        shouldBe,
        "compare with a backup or a subscriber's copy of the events; " + DISTRUST);
  }

  static Difference ofInvariant(String sentence, String id, String row) {
    return new Difference(
        "invariant", id, row, sentence, "read its story and its payments; " + DISTRUST);
  }
}
