package dev.satu.faults.workload;

import dev.satu.faults.history.Answer;
import dev.satu.faults.history.Call;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts calls as they are answered. Thread-safe. */
final class Tally {
  private final Map<String, Map<String, LongAdder>> byAct = new ConcurrentHashMap<>();

  void count(Call call) {
    byAct
        .computeIfAbsent(call.request().act(), act -> new ConcurrentHashMap<>())
        .computeIfAbsent(result(call.answer()), result -> new LongAdder())
        .increment();
  }

  private static String result(Answer answer) {
    return switch (answer) {
      case Answer.Unknown unknown -> "unknown";
      case Answer.NotSent notSent -> "not sent";
      case Answer.Told told -> {
        String code = told.errorCode();
        yield told.status()
            + (code == null ? "" : " " + code)
            + (told.isReplay() ? " replayed" : "");
      }
    };
  }

  Counts counts() {
    TreeMap<String, java.util.SortedMap<String, Long>> all = new TreeMap<>();
    byAct.forEach((act, results) -> {
      TreeMap<String, Long> counted = new TreeMap<>();
      results.forEach((result, n) -> counted.put(result, n.sum()));
      all.put(act, counted);
    });
    return new Counts(all);
  }
}
