package dev.satu.server.embedded;

import org.jspecify.annotations.Nullable;

/** Tells whoever typed the command why nothing was started, and what to do about it. */
public final class CannotStartException extends Exception {
  private static final long serialVersionUID = 1L;

  public CannotStartException(String message) {
    super(message);
  }

  public CannotStartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
