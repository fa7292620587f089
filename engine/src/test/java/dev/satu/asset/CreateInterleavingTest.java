package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A creation behind another of the same id, whose row it meets only when it inserts its own. */
class CreateInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed();

  @Test
  void the_same_creation_waiting_behind_itself_is_told_its_own_answer() {
    CreateCommand command = command();
    try (var sessions = TwoSessions.on(satu.database())) {
      var first = sessions.aAnswers("creates", c -> satu.satu().assets().create(c, command));
      var second =
          sessions.bStarts("creates the same", c -> satu.satu().assets().create(c, command));
      sessions.awaitBlocked("b");
      sessions.a("ends", Connection::commit);

      assertThat(first).isInstanceOf(Reply.First.class);
      assertThat(second.result())
          .isInstanceOfSatisfying(
              Reply.Replay.class,
              replay ->
                  assertThat(replay.outcome())
                      .isEqualTo(((Reply.First<CreateOutcome>) first).outcome()));
      sessions.b("ends", Connection::rollback);
    }
  }

  @Test
  void in_a_transaction_of_its_own_it_is_told_the_same() {
    CreateCommand command = command();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("creates", c -> satu.satu().assets().create(c, command));
      var second = sessions.bStarts("creates the same", c -> satu.satu().assets().create(command));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(second.result()).isInstanceOf(Reply.Replay.class);
    }
  }

  @Test
  void another_creation_of_the_same_id_is_refused() {
    CreateCommand command = command();
    CreateCommand other =
        CreateCommand.of(Installed.SERVER, satu.newKey(), command.asset(), "Another lot");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("creates", c -> satu.satu().assets().create(c, command));
      var second = sessions.bStarts("creates another", c -> satu.satu().assets().create(other));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(second.result())
          .isEqualTo(new Reply.First<CreateOutcome>(new CreateOutcome.AlreadyExists()));
    }
  }

  private static CreateCommand command() {
    return CreateCommand.of(
        Installed.SERVER, satu.newKey(), new AssetId(satu.newName("lot")), "A lot");
  }
}
