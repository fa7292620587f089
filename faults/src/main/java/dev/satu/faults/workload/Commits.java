package dev.satu.faults.workload;

import dev.satu.faults.history.Request;
import org.jspecify.annotations.Nullable;

/** Requests that commit. */
final class Commits {
  private Commits() {}

  /**
   * A commit.
   *
   * @param money {@code {"amount": …, "currency": …}}, or nothing
   */
  static Request request(String key, Held held, String payment, @Nullable String money) {
    String members = money == null ? "" : "," + money.substring(1, money.length() - 1);
    return Request.post(
        "commit",
        held.lot(),
        held.path() + "/commit",
        key,
        "{\"payment_ref\":\"" + payment + "\"" + members + "}");
  }
}
