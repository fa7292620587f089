package dev.satu.faults.check;

/** Writes a story down. */
final class StoryText {
  private StoryText() {}

  static String of(Story story) {
    return story.item();
  }
}
