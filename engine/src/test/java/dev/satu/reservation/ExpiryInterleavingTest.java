package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.hold.HoldState;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import dev.satu.sale.PaymentState;
import dev.satu.sale.UnmatchedReason;
import dev.satu.testkit.Step;
import dev.satu.testkit.TwoSessions;
import dev.satu.testkit.Waits;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds that expire while a command waits for the asset's lock: the clock is read afterwards. */
class ExpiryInterleavingTest {
  /** Less than {@code lock_timeout}, and long enough to begin waiting in time. */
  private static final Duration SOON = Duration.ofMillis(600);

  private static final ReservationLimits LIMITS =
      new ReservationLimits(
          Duration.ofMinutes(10), Duration.ofHours(24), Duration.ofMinutes(30), 1);

  @RegisterExtension static final Installed satu = new Installed();

  @ParameterizedTest
  @EnumSource
  void B06_a_commit_that_waited_past_expiry_is_too_late(Blocking blocking) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    var reply = whileItExpires(held, blocking, hold -> satu.commit(hold.id(), satu.newName("pi")));

    assertThat(Replies.first(reply))
        .isInstanceOfSatisfying(
            CommitOutcome.TooLate.class,
            late -> {
              assertThat(late.reservation().status()).isEqualTo(ReservationStatus.EXPIRED);
              assertThat(late.payment().state()).isEqualTo(PaymentState.UNMATCHED);
            });
    assertThat(statusOf(held.asset())).isEqualTo("AVAILABLE");
  }

  @ParameterizedTest
  @EnumSource
  void an_extension_that_waited_past_expiry_revives_nothing(Blocking blocking) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    var reply =
        whileItExpires(held, blocking, hold -> satu.extend(hold.id(), Duration.ofMinutes(5)));

    assertThat(Replies.first(reply)).isInstanceOf(ExtendOutcome.Ended.class);
  }

  @ParameterizedTest
  @EnumSource
  void ones_own_hold_that_expired_while_waiting_is_begun_anew(Blocking blocking) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");

    var reply = whileItExpires(held, blocking, hold -> satu.place(hold.asset(), "usr_1"));

    Reservation next = Replies.held(reply);
    assertThat(next.id()).isNotEqualTo(held.id());
    assertThat(next.version()).isEqualTo(held.version() + 2);
  }

  @ParameterizedTest
  @EnumSource
  void an_overdue_hold_is_taken_over_by_whoever_waited_for_it(Blocking blocking) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(-1));
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a("makes others wait", c -> blocking.begin(c, held.asset()));
      var waiting = sessions.bStarts("takes over", c -> satu.place(held.asset(), "usr_2"));
      sessions.awaitBlockedBackends(1);
      sessions.a("lets them go on", blocking::end);

      assertThat(Replies.held(waiting.result()).version()).isEqualTo(held.version() + 2);
    }
  }

  @Test
  void a_hold_extended_in_time_is_not_taken_over_by_a_buyer_who_saw_it_overdue() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, SOON);
    try (var sessions = TwoSessions.on(satu.database())) {
      var extended =
          sessions.aAnswers(
              "extends in time",
              c ->
                  satu.satu()
                      .reservations()
                      .extend(
                          c,
                          new ExtendCommand(
                              Installed.SERVER, satu.newKey(), held.id(), Duration.ofMinutes(5))));
      assertThat(Replies.first(extended)).isInstanceOf(ExtendOutcome.Extended.class);
      awaitExpiryInRows(held);
      var waiting = sessions.bStarts("sees it overdue", c -> satu.place(held.asset(), "usr_2"));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", c -> c.commit());

      assertThat(Replies.isTaken(waiting.result())).isTrue();
    }
  }

  @Test
  void a_sale_in_time_that_ends_late_is_not_undone_by_a_buyer_who_saw_it_overdue() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, SOON);
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.a(
          "commits in time",
          c ->
              assertThat(
                      Replies.first(
                          satu.satu()
                              .reservations()
                              .commit(c, satu.commitCommand(held.id(), satu.newName("pi")))))
                  .isInstanceOf(CommitOutcome.Committed.class));
      awaitExpiryInRows(held);
      var waiting = sessions.bStarts("sees it overdue", c -> satu.place(held.asset(), "usr_2"));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", c -> c.commit());

      assertThat(((PlaceOutcome.Unavailable) Replies.first(waiting.result())).reason())
          .isEqualTo(UnavailableReason.SOLD);
    }
  }

  @Test
  void B06_the_commit_of_a_hold_that_is_being_taken_over_is_too_late_and_harms_nobody() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    satu.letExpireIn(held, Duration.ofSeconds(-1));
    try (var sessions = TwoSessions.on(satu.database())) {
      Reservation next =
          Replies.held(
              sessions.aAnswers(
                  "takes over",
                  c ->
                      satu.satu()
                          .reservations()
                          .place(
                              c,
                              PlaceCommand.of(
                                  Installed.SERVER,
                                  satu.newKey(),
                                  held.asset(),
                                  new BuyerId("usr_2")))));
      var waiting = sessions.bStarts("commits", c -> satu.commit(held.id(), satu.newName("pi")));
      sessions.awaitBlockedBackends(1);
      sessions.a("ends", c -> c.commit());

      assertThat(Replies.first(waiting.result())).isInstanceOf(CommitOutcome.TooLate.class);
      assertThat(
              satu.satu().reservations().find(Installed.SERVER, next.id()).orElseThrow().status())
          .isEqualTo(ReservationStatus.HELD);
    }
  }

  @Test
  void the_rules_sell_and_prolong_at_the_last_instant_and_not_one_microsecond_later() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    HoldState last = stateAt(held, held.expiresAt());
    HoldState late = stateAt(held, held.expiresAt().plus(1, ChronoUnit.MICROS));

    assertThat(last.isOverdue()).isFalse();
    assertThat(late.isOverdue()).isTrue();
    assertThat(CommitRules.decide(last, Optional.empty(), Optional.empty()))
        .isEqualTo(new CommitRules.Verdict.Sell());
    assertThat(CommitRules.decide(late, Optional.empty(), Optional.empty()))
        .isEqualTo(new CommitRules.Verdict.Unmatched(UnmatchedReason.RESERVATION_EXPIRED));
    assertThat(ExtendRules.decide(last, Duration.ofMinutes(5), LIMITS))
        .isEqualTo(new ExtendRules.Verdict.Extend(held.expiresAt().plus(Duration.ofMinutes(5))));
    assertThat(ExtendRules.decide(late, Duration.ofMinutes(5), LIMITS))
        .isEqualTo(new ExtendRules.Verdict.Ended());
  }

  private static HoldState stateAt(Reservation held, Instant now) {
    return new HoldState(
        held.id(),
        held.asset(),
        Installed.SHOP,
        held.buyer(),
        held.status(),
        held.createdAt(),
        held.expiresAt(),
        0,
        Optional.empty(),
        Optional.empty(),
        now);
  }

  /** The command begins to wait while the hold is live, and goes on when it is not. */
  private static <O> Reply<O> whileItExpires(
      Reservation held, Blocking blocking, Function<Reservation, Reply<O>> command) {
    try (var sessions = TwoSessions.on(satu.database())) {
      satu.letExpireIn(held, SOON);
      sessions.a("makes others wait", c -> blocking.begin(c, held.asset()));
      Step<Reply<O>> waiting = sessions.bStarts("waits", c -> command.apply(held));
      sessions.awaitBlockedBackends(1);
      assertThat(hasExpired(held)).as("the wait began after the expiry").isFalse();
      awaitExpiryInRows(held);
      sessions.a("lets them go on", blocking::end);
      return waiting.result();
    }
  }

  private static void awaitExpiryInRows(Reservation held) {
    Waits.until("the hold has expired", Duration.ofSeconds(5), () -> hasExpired(held));
  }

  private static boolean hasExpired(Reservation held) {
    return satu.database()
        .queryText(
            "SELECT expires_at < clock_timestamp() FROM reservation WHERE slot = ? AND id = ?",
            held.id().slot(),
            held.id().text())
        .equals("t");
  }

  private static String statusOf(AssetId asset) {
    return satu.database().queryText("SELECT status FROM asset WHERE id = ?", asset.text());
  }
}
