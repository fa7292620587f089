package dev.satu.faults.check;

import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Call.Effect;
import dev.satu.faults.history.Json;
import dev.satu.faults.history.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key has one effect and one answer: it is told as new once, and all answers to its request are
 * the same bytes, which are those of its row; once told they are told again. Another request with
 * the key has no effect. A key that did something was told so, or has a call that is unknown.
 */
final class Keys implements Rule.OfWhole {
  /** Refusals that are kept with their key if they recorded a payment. */
  private static final Set<String> MAY_BE_KEPT =
      Set.of("RESERVATION_EXPIRED", "RESERVATION_RELEASED", "ALREADY_SOLD");

  private final long remembered;

  /**
   * Judges nodes that remember.
   *
   * @param remembered for how long another node may still tell, from memory, that the lot is taken,
   *     after a key was answered here
   */
  Keys(Duration remembered) {
    this.remembered = remembered.toNanos();
  }

  @Override
  public String name() {
    return "keys";
  }

  @Override
  public void check(Evidence evidence, Findings findings) {
    evidence.byKey().forEach((key, calls) -> check(key, calls, evidence, findings));
  }

  private void check(String key, List<Call> calls, Evidence evidence, Findings findings) {
    Optional<KeyRow> row = evidence.key(key);
    boolean keepsRefusal = row.filter(Keys::isOfRefusal).isPresent();
    List<Call> kept = calls.stream().filter(call -> isKept(call, keepsRefusal)).toList();
    if (kept.stream().filter(call -> !isReplay(call)).count() > 1) {
      wrong(key, "was told as new more than once", kept, findings);
    }
    if (!kept.isEmpty()) {
      sameAnswer(key, kept, findings);
      sameAgain(key, kept, calls, evidence, findings);
    }
    if (row.isPresent()) {
      asInTheRow(key, row.get(), kept, findings);
      if (kept.isEmpty() && calls.stream().noneMatch(Keys::mayHaveActed)) {
        wrong(key, "did something, and every call with it was refused", calls, findings);
      }
    } else {
      List<Call> reused = calls.stream().filter(Keys::isToldAsReused).toList();
      if (!reused.isEmpty()) {
        wrong(key, "was told as used, and is not", reused, findings);
      }
    }
  }

  private void wrong(String key, String what, List<Call> shown, Findings findings) {
    String item = shown.getFirst().request().item();
    findings.add(this, item == null ? "(none)" : item, "the key " + key + " " + what, shown);
  }

  private void sameAnswer(String key, List<Call> kept, Findings findings) {
    Call first = kept.getFirst();
    for (Call call : kept) {
      if (!body(call).equals(body(first))) {
        wrong(key, "was given two answers", List.of(first, call), findings);
        return;
      }
      if (!isSameRequest(first.request(), call.request())) {
        wrong(key, "answered two requests", List.of(first, call), findings);
        return;
      }
    }
  }

  private void sameAgain(
      String key, List<Call> kept, List<Call> calls, Evidence evidence, Findings findings) {
    long told = kept.stream().mapToLong(Call::answeredAt).min().orElse(Call.NEVER);
    Call first = kept.getFirst();
    List<Call> shown = new ArrayList<>();
    for (Call call : calls) {
      if (call.effect() == Effect.TOLD
          && !kept.contains(call)
          && isSameRequest(first.request(), call.request())
          && (evidence.since(call) > told + slack(call) || isToldAsReused(call))) {
        shown.add(call);
      }
    }
    if (!shown.isEmpty()) {
      shown.addFirst(first);
      wrong(key, "was answered, and later its request was answered otherwise", shown, findings);
    }
  }

  private long slack(Call call) {
    return call.answer() instanceof Told told && isCodeOf(told, Set.of("ASSET_UNAVAILABLE"))
        ? remembered
        : 0;
  }

  private void asInTheRow(String key, KeyRow row, List<Call> kept, Findings findings) {
    for (Call call : kept) {
      if (call.answer() instanceof Told told
          && told.isSuccess()
          && !row.answer().contains(told.body())) {
        wrong(key, "was answered otherwise than its row says: " + row, List.of(call), findings);
        return;
      }
    }
  }

  /** Whether the answer is one that is kept with the key. */
  private static boolean isKept(Call call, boolean keepsRefusal) {
    return call.answer() instanceof Told told
        && call.request().isCommand()
        && (told.isSuccess() || told.isReplay() || (keepsRefusal && mayBeKept(told)));
  }

  private static boolean isOfRefusal(KeyRow row) {
    return row.outcome().equals("TOO_LATE") || row.outcome().equals("ALREADY_SOLD");
  }

  private static boolean mayBeKept(Told told) {
    return isCodeOf(told, MAY_BE_KEPT) && told.body().contains("\"payment\":{");
  }

  private static boolean mayHaveActed(Call call) {
    return call.effect() == Effect.UNKNOWN
        || (call.answer() instanceof Told told && mayBeKept(told));
  }

  private static boolean isCodeOf(Told told, Set<String> codes) {
    @Nullable String code = told.errorCode();
    return code != null && codes.contains(code);
  }

  private static boolean isToldAsReused(Call call) {
    return call.answer() instanceof Told told && isCodeOf(told, Set.of("IDEMPOTENCY_KEY_REUSED"));
  }

  private static boolean isReplay(Call call) {
    return call.answer() instanceof Told told && told.isReplay();
  }

  private static String body(Call call) {
    return call.answer() instanceof Told told ? told.body() : "";
  }

  /**
   * Whether two requests are one to the server: white space and the order of members are nothing.
   */
  private static boolean isSameRequest(Request one, Request other) {
    if (one.isSameAs(other)) {
      return true;
    }
    String body = one.body();
    String otherBody = other.body();
    return body != null
        && otherBody != null
        && one.isSameAs(other.withBody(body))
        && Json.tree(body).equals(Json.tree(otherBody));
  }
}
