package dev.satu.faults;

import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Commands whose outcome somebody did not know at some time, each counted once, and what their keys
 * told in the end.
 *
 * @param happened the key replayed an answer: it had been carried out
 * @param decidedLater the key was free, or the refusal is not kept: it was decided when asked again
 * @param open nothing was told to the end
 */
record Unknowns(int happened, int decidedLater, int open) {
  int total() {
    return happened + decidedLater + open;
  }

  static Unknowns of(List<Call> calls) {
    Map<String, List<Call>> byKey = new LinkedHashMap<>();
    for (Call call : calls) {
      String key = call.request().key();
      if (key != null && call.request().isCommand()) {
        byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(call);
      }
    }
    int happened = 0;
    int later = 0;
    int open = 0;
    for (List<Call> sameKey : byKey.values()) {
      Optional<Call> unknown =
          sameKey.stream().filter(call -> call.effect() == Call.Effect.UNKNOWN).findFirst();
      if (unknown.isEmpty()) {
        continue;
      }
      Optional<Told> told =
          sameKey.stream()
              .filter(call -> call.request().isSameAs(unknown.get().request()))
              .filter(call -> call.effect() == Call.Effect.TOLD)
              .flatMap(call -> call.told().stream())
              .findFirst();
      if (told.isEmpty()) {
        open++;
      } else if (told.get().isReplay()) {
        happened++;
      } else {
        later++;
      }
    }
    return new Unknowns(happened, later, open);
  }
}
