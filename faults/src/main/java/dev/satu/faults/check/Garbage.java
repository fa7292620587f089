package dev.satu.faults.check;

import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;

/** What is wrong in itself is refused by a documented 4xx, and changes nothing. */
final class Garbage implements Rule.OfWhole {
  /** The act of requests that are wrong in themselves. */
  static final String ACT = "garbage";

  @Override
  public String name() {
    return "garbage";
  }

  @Override
  public void check(Evidence evidence, Findings findings) {
    for (Call call : evidence.garbage()) {
      String item = call.request().item();
      String about = item == null ? "(none)" : item;
      if (call.answer() instanceof Told told
          && !Documented.allows(ACT, call.request().isCommand(), told)) {
        findings.add(this, about, "garbage was answered with " + told.status(), call);
      }
      String key = call.request().key();
      if (key != null && evidence.key(key).isPresent()) {
        findings.add(this, about, "garbage had an effect", call);
      }
      boolean isOnlyGarbage =
          evidence
              .item(item)
              .filter(found -> found.calls().stream().allMatch(Garbage::isGarbage))
              .filter(found -> found.asset().isPresent())
              .isPresent();
      if (isOnlyGarbage) {
        findings.add(this, about, "garbage made an asset", call);
      }
    }
  }

  private static boolean isGarbage(Call call) {
    return call.request().act().equals(ACT);
  }
}
