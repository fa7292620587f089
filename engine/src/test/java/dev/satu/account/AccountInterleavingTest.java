package dev.satu.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.account.ChangeAccountCommand.Change;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AccountId;
import dev.satu.value.Slot;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes of accounts beside each other, in written order. */
class AccountInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  @Test
  void an_account_that_was_not_there_to_be_locked_is_not_decided_about_unlocked() {
    AccountId id = new AccountId("made-meanwhile");
    ChangeAccountCommand change =
        new ChangeAccountCommand(
            Installed.SERVER, satu.newKey(), id, 1, new Change("Other", null, null, null));
    try (var sessions = TwoSessions.on(satu.database())) {
      // Between the lock and the decision stands the look for the key: a door that can be shut.
      sessions.a("shuts it", c -> Sql.execute(c, "LOCK TABLE idempotency_key"));
      sessions.a(
          "makes the account",
          c ->
              Sql.execute(
                  c,
                  "INSERT INTO account (slot, id, name, created_at) VALUES (?, ?, 'New', now())",
                  Slot.of(id),
                  id.text()));
      var changing = sessions.bStarts("changes it", c -> satu.satu().accounts().change(change));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(changing.result())
          .isEqualTo(new Reply.First<>(new ChangeAccountOutcome.NotFound()));
    }
  }
}
