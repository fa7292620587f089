package dev.satu.testkit;

/** What a step of {@link TwoSessions} threw, as the cause, with the name of the step. */
public final class StepFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  StepFailed(String step, Throwable cause) {
    super("step '%s' failed: %s".formatted(step, cause), cause);
  }
}
