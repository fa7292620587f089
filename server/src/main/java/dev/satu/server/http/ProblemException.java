package dev.satu.server.http;

import java.util.Objects;

/** Ends a request with a problem, from wherever the request is being read. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    // No stack trace: this is an answer, not a fault, and refusing must stay cheap.
    super(problem.code() + ": " + problem.message(), null, false, false);
    this.problem = Objects.requireNonNull(problem);
  }

  public Problem problem() {
    return problem;
  }
}
