package dev.satu.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Who won, and who was told what; it holds if exactly one won and everybody else got a 409. */
record Verdict(
    List<Answer.Won> winners,
    SortedMap<String, Integer> refused,
    SortedMap<String, Integer> other) {

  static Verdict of(List<Answer> answers) {
    var winners = new ArrayList<Answer.Won>();
    var refused = new TreeMap<String, Integer>();
    var other = new TreeMap<String, Integer>();
    for (var answer : answers) {
      switch (answer) {
        case Answer.Won won -> winners.add(won);
        case Answer.Refused(var how, var _) -> refused.merge(how, 1, Integer::sum);
        case Answer.Other(var what, var _) -> other.merge(what, 1, Integer::sum);
      }
    }
    return new Verdict(winners, refused, other);
  }

  boolean holds() {
    return winners.size() == 1 && other.isEmpty();
  }

  String sentence() {
    if (winners.size() > 1) {
      return "BROKEN: %d buyers hold the same lot".formatted(winners.size());
    }
    if (winners.isEmpty()) {
      return "nobody won";
    }
    return other.isEmpty()
        ? "one winner, everybody else was refused"
        : "one winner, but not everybody else was refused";
  }
}
