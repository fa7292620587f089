package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Blocking;
import dev.satu.FixedClock;
import dev.satu.Installed;
import dev.satu.Replies;
import dev.satu.asset.AssetStatus;
import dev.satu.asset.AssetStore;
import dev.satu.hold.HoldStore;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Sql;
import dev.satu.testkit.TwoSessions;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The instant of expiry, met to the microsecond: a command that waits for the lock while the clock
 * is moved is judged by the clock as it is when the wait has ended.
 */
class LastInstantInterleavingTest {
  @RegisterExtension static final Installed satu = new Installed();

  private static final FixedClock clock = new FixedClock(satu.database());

  @BeforeAll
  static void makeTheClock() {
    clock.make();
  }

  @ParameterizedTest
  @EnumSource
  void a_commit_at_the_last_instant_sells_and_one_microsecond_later_does_not(Blocking blocking) {
    assertThat(waited(blocking, 0, this::commit)).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(waited(blocking, 1, this::commit)).isInstanceOf(CommitOutcome.TooLate.class);
  }

  @ParameterizedTest
  @EnumSource
  void an_extension_at_the_last_instant_prolongs_and_one_microsecond_later_does_not(
      Blocking blocking) {
    assertThat(waited(blocking, 0, this::extend)).isInstanceOf(ExtendOutcome.Extended.class);
    assertThat(waited(blocking, 1, this::extend)).isInstanceOf(ExtendOutcome.Ended.class);
  }

  @ParameterizedTest
  @EnumSource
  void a_release_at_the_last_instant_releases_and_one_microsecond_later_finds_it_expired(
      Blocking blocking) {
    assertThat(statusTold(waited(blocking, 0, this::release)))
        .isEqualTo(ReservationStatus.RELEASED);
    assertThat(statusTold(waited(blocking, 1, this::release))).isEqualTo(ReservationStatus.EXPIRED);
  }

  @ParameterizedTest
  @EnumSource
  void ones_own_hold_is_returned_at_the_last_instant_and_begun_anew_one_microsecond_later(
      Blocking blocking) {
    assertThat(waited(blocking, 0, (c, held) -> place(c, held.asset(), "usr_1")))
        .isInstanceOf(PlaceOutcome.AlreadyHeld.class);
    assertThat(waited(blocking, 1, (c, held) -> place(c, held.asset(), "usr_1")))
        .isInstanceOf(PlaceOutcome.Held.class);
  }

  @Test
  void a_stranger_is_refused_at_the_last_instant_and_takes_over_one_microsecond_later() {
    assertThat(at(0, (c, held) -> place(c, held.asset(), "usr_2")))
        .isEqualTo(
            new PlaceOutcome.Unavailable(UnavailableReason.HELD, Optional.of(Duration.ZERO)));
    assertThat(at(1, (c, held) -> place(c, held.asset(), "usr_2")))
        .isInstanceOf(PlaceOutcome.Held.class);
  }

  @Test
  void a_stranger_who_saw_it_overdue_is_judged_by_the_clock_after_the_wait_even_if_it_went_back() {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.b("goes by the fixed clock", clock::rules);
      sessions.a("locks", c -> Blocking.lock(c, held.asset()));
      clock.set(after(held, 1));
      var waiting = sessions.bStarts("takes over", c -> place(c, held.asset(), "usr_2"));
      sessions.awaitBlocked("b");
      clock.set(after(held, 0));
      sessions.a("ends", Connection::rollback);

      assertThat(Replies.isTaken(waiting.result())).isTrue();
    }
  }

  @Test
  void the_sweep_leaves_a_hold_at_its_last_instant_and_ends_it_one_microsecond_later() {
    assertThat(statusAfter(0, this::sweep)).isEqualTo("HELD");
    assertThat(statusAfter(1, this::sweep)).isEqualTo("AVAILABLE");
  }

  @Test
  void a_listing_shows_it_held_at_the_last_instant_and_available_one_microsecond_later() {
    assertThat(at(0, (c, held) -> listed(c, held.asset()))).isEqualTo(AssetStatus.HELD);
    assertThat(at(1, (c, held) -> listed(c, held.asset()))).isEqualTo(AssetStatus.AVAILABLE);
  }

  @Test
  void a_reservation_reads_held_at_the_last_instant_and_expired_one_microsecond_later() {
    assertThat(at(0, this::read)).isEqualTo(ReservationStatus.HELD);
    assertThat(at(1, this::read)).isEqualTo(ReservationStatus.EXPIRED);
  }

  private interface Command<T> {
    T on(Connection connection, Reservation held) throws SQLException;
  }

  /** The command begins to wait long before the expiry, and goes on this much after it. */
  private static <T> Object waited(Blocking blocking, long microsAfter, Command<T> command) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.b("goes by the fixed clock", clock::rules);
      clock.set(held.createdAt());
      sessions.a("makes others wait", c -> blocking.begin(c, held.asset()));
      var waiting = sessions.bStarts("waits", c -> command.on(c, held));
      sessions.awaitBlocked("b");
      clock.set(after(held, microsAfter));
      sessions.a("lets them go on", blocking::end);
      Object outcome = outcome(waiting.result());
      sessions.b("ends", Connection::commit);
      return outcome;
    }
  }

  /** The command runs this much after the expiry, and waits for nobody. */
  private static <T> Object at(long microsAfter, Command<T> command) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    return ran(held, microsAfter, command);
  }

  private static <T> Object ran(Reservation held, long microsAfter, Command<T> command) {
    try (var sessions = TwoSessions.on(satu.database())) {
      sessions.b("goes by the fixed clock", clock::rules);
      clock.set(after(held, microsAfter));
      Object outcome = outcome(sessions.bAnswers("runs", c -> command.on(c, held)));
      sessions.b("ends", Connection::commit);
      return outcome;
    }
  }

  private static <T> String statusAfter(long microsAfter, Command<T> command) {
    Reservation held = satu.hold(satu.newAsset(), "usr_1");
    ran(held, microsAfter, command);
    return satu.database().queryText("SELECT status FROM asset WHERE id = ?", held.asset().text());
  }

  private static Object outcome(Object reply) {
    return reply instanceof Reply.First<?>(Object outcome) ? outcome : reply;
  }

  private static Instant after(Reservation held, long micros) {
    return held.expiresAt().plus(micros, ChronoUnit.MICROS);
  }

  private Reply<CommitOutcome> commit(Connection c, Reservation held) throws SQLException {
    return satu.satu().reservations().commit(c, satu.commitCommand(held.id(), satu.newName("pi")));
  }

  private Reply<ExtendOutcome> extend(Connection c, Reservation held) throws SQLException {
    return satu.satu()
        .reservations()
        .extend(
            c,
            new ExtendCommand(Installed.SERVER, satu.newKey(), held.id(), Duration.ofMinutes(5)));
  }

  private Reply<ReleaseOutcome> release(Connection c, Reservation held) throws SQLException {
    return satu.satu()
        .reservations()
        .release(c, new ReleaseCommand(Installed.SERVER, satu.newKey(), held.id()));
  }

  private static Reply<PlaceOutcome> place(Connection c, AssetId asset, String buyer)
      throws SQLException {
    return satu.satu()
        .reservations()
        .place(c, PlaceCommand.of(Installed.SERVER, satu.newKey(), asset, new BuyerId(buyer)));
  }

  private long sweep(Connection c, Reservation held) throws SQLException {
    return Sql.queryLong(c, "SELECT expire_holds(1000)");
  }

  private static AssetStatus listed(Connection c, AssetId asset) throws SQLException {
    return new AssetStore().find(c, asset).orElseThrow().status();
  }

  private ReservationStatus read(Connection c, Reservation held) throws SQLException {
    return new HoldStore().read(c, held.id(), null).orElseThrow().reservation().status();
  }

  private static ReservationStatus statusTold(Object outcome) {
    return ((ReleaseOutcome.Released) outcome).reservation().status();
  }
}
