package dev.satu;

import dev.satu.testkit.TestDatabase;
import java.time.Duration;

/** Time that passes in the rows: everything that is there happened that much earlier. */
public final class PassingTime {
  private static final String[] MOVES = {
    """
    UPDATE asset SET created_at = created_at - d.d, hold_expires_at = hold_expires_at - d.d
      FROM (SELECT ?::interval AS d) d
    """,
    """
    UPDATE reservation SET created_at = created_at - d.d, expires_at = expires_at - d.d, ended_at = ended_at - d.d
      FROM (SELECT ?::interval AS d) d
    """,
    """
    UPDATE payment SET recorded_at = recorded_at - d.d, check_due_at = check_due_at - d.d
      FROM (SELECT ?::interval AS d) d
    """,
    """
    UPDATE event SET at = at - d.d, expires_at = expires_at - d.d FROM (SELECT ?::interval AS d) d
    """,
    "UPDATE idempotency_key SET created_at = created_at - ?::interval",
    "UPDATE buyer SET made_at = made_at - ?::interval",
    """
    UPDATE story_floor SET gone_until = gone_until - d.d, holds_gone_until = holds_gone_until - d.d
      FROM (SELECT ?::interval AS d) d
    """
  };

  private PassingTime() {}

  /** Lets this much time pass, in all rows of the schema. */
  public static void pass(TestDatabase database, Duration time) {
    for (String move : MOVES) {
      database.execute(move, time.toString());
    }
  }
}
