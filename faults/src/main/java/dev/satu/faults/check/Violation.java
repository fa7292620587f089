package dev.satu.faults.check;

/**
 * A promise that was broken.
 *
 * @param rule the name of the rule that found it
 * @param what what is wrong, as a sentence
 * @param story the smallest that shows it
 */
public record Violation(String rule, String what, Story story) {
  /** The item it is about. */
  public String item() {
    return story.item();
  }

  /** The sentence, and below it the story. */
  @Override
  public String toString() {
    return rule + ": " + what + "\n" + story;
  }
}
