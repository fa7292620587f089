package dev.satu.bench;

import java.time.Duration;
import java.util.List;

/** All answers of one race, and how long it took to open the connections before it. */
record Result(List<Answer> answers, Duration connecting) {
  Verdict verdict() {
    return Verdict.of(answers);
  }

  Histogram answerTimes() {
    return Histogram.of(answers.stream().map(Answer::after).toList());
  }
}
