package dev.satu.faults.check;

import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;

/**
 * Every answer is one that is documented for its act; none is a 500; a 503 says when to come again.
 */
final class Answers implements Rule.OfWhole {
  @Override
  public String name() {
    return "answers";
  }

  @Override
  public void check(Evidence evidence, Findings findings) {
    for (Call call : evidence.calls()) {
      if (call.answer() instanceof Told told && !call.request().act().equals(Garbage.ACT)) {
        boolean isMute = told.status() == 503 && !told.headers().containsKey("Retry-After");
        if (isMute
            || told.status() == 500
            || !Documented.allows(call.request().act(), call.request().isCommand(), told)) {
          String item = call.request().item();
          findings.add(
              this,
              item == null ? "(none)" : item,
              "%s is no answer to %s"
                  .formatted(told.status() + " " + told.errorCode(), call.request().act()),
              call);
        }
      }
    }
  }
}
