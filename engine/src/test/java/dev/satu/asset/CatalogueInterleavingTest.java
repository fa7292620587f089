package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.Replies;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.reservation.CommitOutcome;
import dev.satu.reservation.PlaceCommand;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator who waits for somebody decides by what that one left, not by what it saw before. */
class CatalogueInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed();
  private static final Operator OPERATOR = new Operator(satu);

  @Test
  void a_withdrawal_that_waited_for_a_hold_is_refused() {
    AssetId id = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("holds", c -> satu.satu().reservations().place(c, place(id)));
      var withdrawal = sessions.bStarts("withdraws", c -> OPERATOR.withdraw(id));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(Answers.named(Answers.first(withdrawal.result()))).isEqualTo("NotAvailable HELD");
    }
  }

  @Test
  void a_lot_that_was_not_there_to_be_locked_is_not_decided_about_unlocked() {
    AssetId id = new AssetId("listed-meanwhile");
    try (var sessions = TwoSessions.on(satu.database())) {
      // Between the lock and the decision stands the look for the key: a door that can be shut.
      sessions.a("shuts it", c -> Sql.execute(c, "LOCK TABLE idempotency_key"));
      sessions.a("lists the lot", c -> satu.satu().assets().create(c, listing(id)));
      var withdrawal = sessions.bStarts("withdraws", c -> OPERATOR.withdraw(id));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(Answers.named(Answers.first(withdrawal.result()))).isEqualTo("NotFound");
    }
  }

  private static CreateCommand listing(AssetId id) {
    return CreateCommand.of(
        Caller.of(new AccountId("shop")), new IdempotencyKey("list-" + id.text()), id, "A lot");
  }

  @Test
  void a_hold_that_waited_for_a_withdrawal_is_refused() {
    AssetId id = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("withdraws", c -> satu.satu().assets().withdraw(c, OPERATOR.withdrawal(id)));
      var hold = sessions.bStarts("holds", c -> satu.place(id, "usr_1"));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(Answers.named(Answers.first(hold.result()))).isEqualTo("Unavailable WITHDRAWN");
    }
  }

  @Test
  void a_hold_that_waited_for_a_withdrawal_which_was_undone_is_granted() {
    AssetId id = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("withdraws", c -> satu.satu().assets().withdraw(c, OPERATOR.withdrawal(id)));
      var hold = sessions.bStarts("holds", c -> satu.place(id, "usr_1"));
      sessions.awaitBlockedBackends(1);
      sessions.a("undoes it", Connection::rollback);

      assertThat(Replies.isHeld(hold.result())).isTrue();
    }
  }

  @Test
  void a_change_that_waited_for_a_hold_is_refused_for_its_version() {
    AssetId id = satu.newAsset();
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("holds", c -> satu.satu().reservations().place(c, place(id)));
      var change = sessions.bStarts("renames", c -> OPERATOR.rename(id, 1, "New"));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(Answers.first(change.result())).isEqualTo(new ChangeOutcome.VersionMoved(2));
    }
  }

  @Test
  void a_cancellation_that_waited_for_the_commit_cancels_that_sale() {
    AssetId id = satu.newAsset();
    Reservation hold = satu.hold(id, "buyer");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "commits",
          c ->
              satu.satu()
                  .reservations()
                  .commit(c, satu.commitCommand(hold.id(), satu.newName("pi"))));
      var cancellation = sessions.bStarts("cancels", c -> OPERATOR.cancelSale(id));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(Answers.named(Answers.first(cancellation.result())))
          .isEqualTo("Cancelled SALE_CANCELLED");
    }
  }

  @Test
  void a_commit_by_the_same_payment_that_waited_for_a_cancellation_sells_nothing_again() {
    AssetId id = satu.newAsset();
    Reservation hold = satu.hold(id, "buyer");
    String payment = satu.newName("pi");
    satu.commit(hold.id(), payment);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("cancels", c -> satu.satu().sales().cancel(c, OPERATOR.cancellation(id)));
      var again = sessions.bStarts("commits again", c -> satu.commit(hold.id(), payment));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", Connection::commit);

      assertThat(Answers.first(again.result())).isInstanceOf(CommitOutcome.SaleCancelled.class);
    }
  }

  @Test
  void a_cancellation_that_is_undone_leaves_nothing() {
    AssetId id = satu.newAsset();
    satu.commit(satu.hold(id, "buyer").id(), satu.newName("pi"));
    Snapshot before = Snapshot.of(satu);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("cancels", c -> satu.satu().sales().cancel(c, OPERATOR.cancellation(id)));
      sessions.a("undoes it", Connection::rollback);
    }
    assertThat(Snapshot.of(satu)).isEqualTo(before);
  }

  private static PlaceCommand place(AssetId id) {
    return PlaceCommand.of(Installed.SERVER, satu.newKey(), id, new BuyerId("usr_0"));
  }
}
