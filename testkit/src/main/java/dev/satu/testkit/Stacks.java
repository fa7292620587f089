package dev.satu.testkit;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a stuck thread is doing, as text for a failure. */
final class Stacks {
  private Stacks() {}

  static String of(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .map(frame -> "\n\tat " + frame)
        .collect(Collectors.joining("", "\n" + thread.getName(), ""));
  }
}
