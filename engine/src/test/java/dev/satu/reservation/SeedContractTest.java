package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Satu;
import dev.satu.SatuConfig;
import dev.satu.asset.AssetStatus;
import dev.satu.hold.Reservation;
import dev.satu.hold.ReservationStatus;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.testkit.Waits;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The rules of the first source document, one by one, with its example's names. The machine's clock
 * plays no part: {@code dev.satu.MachineClockTest}.
 */
class SeedContractTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  private static final BuyerId BUYER = new BuyerId("usr_01HZX48K7N2A");

  @Test
  void the_example_of_the_source_document_works_to_the_letter() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = new IdempotencyKey("7b84c798-289b-4b2a-a929-873d6b0bf5d2");

    Reservation held = held(place(asset, key));

    assertThat(held.json())
        .matches(
            "\\{\"reservation_id\":\"res_[0-9A-Z]{26}\","
                + "\"asset_id\":\""
                + asset
                + "\","
                + "\"buyer_id\":\"usr_01HZX48K7N2A\","
                + "\"status\":\"HELD\","
                + "\"expires_at\":\"[-0-9T:.]{26}Z\","
                + "\"created_at\":\"[-0-9T:.]{26}Z\","
                + "\"version\":2\\}");
    assertThat(held.expiresAt()).isEqualTo(held.createdAt().plus(Duration.ofMinutes(10)));
  }

  @Test
  void an_asset_that_is_held_by_another_or_sold_is_refused_at_once() {
    AssetId asset = satu.newAsset();
    Reservation hold = satu.hold(asset, "other");
    assertThat(reasonOf(asset)).isEqualTo(UnavailableReason.HELD);

    satu.commit(hold.id(), satu.newName("pi"));
    assertThat(reasonOf(asset)).isEqualTo(UnavailableReason.SOLD);
  }

  @Test
  void a_retry_gets_the_stored_payload_byte_for_byte_for_a_day_and_longer() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();
    Reservation held = held(place(asset, key));
    assertReplayed(asset, key, held, "HELD");

    satu.database()
        .execute(
            "UPDATE idempotency_key SET created_at = created_at - interval '24 hours' WHERE key = ?",
            key.text());
    assertReplayed(asset, key, held, "HELD");
  }

  @Test
  void a_retry_gets_it_after_the_hold_expired_and_after_the_next_buyers_hold() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();
    Reservation held = held(place(asset, key));

    satu.letExpireIn(held, Duration.ofSeconds(-1));
    assertReplayed(asset, key, held, "EXPIRED");
    Reservation next = satu.hold(asset, "next");
    assertReplayed(asset, key, held, "EXPIRED");
    satu.commit(next.id(), satu.newName("pi"));
    assertReplayed(asset, key, held, "EXPIRED");
  }

  @Test
  void a_retry_gets_it_after_the_release() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();
    Reservation held = held(place(asset, key));

    satu.release(held.id());

    assertReplayed(asset, key, held, "RELEASED");
    assertThat(satu.satu().assets().find(asset).orElseThrow().status())
        .isEqualTo(AssetStatus.AVAILABLE);
  }

  @Test
  void a_retry_gets_it_after_the_sale() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = satu.newKey();
    Reservation held = held(place(asset, key));

    satu.commit(held.id(), satu.newName("pi"));

    assertReplayed(asset, key, held, "COMMITTED");
  }

  @Test
  void a_hold_is_committed_only_while_it_has_not_expired() {
    Reservation inTime = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(inTime, Duration.ofSeconds(5));
    Reservation late = satu.hold(satu.newAsset(), "buyer");
    satu.letExpireIn(late, Duration.ofNanos(-1000));

    assertThat(Answers.first(satu.commit(inTime.id(), satu.newName("pi"))))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(Answers.first(satu.commit(late.id(), satu.newName("pi"))))
        .isInstanceOf(CommitOutcome.TooLate.class);
  }

  /** "hold_expires_at >= NOW()" commits, "hold_expires_at < NOW()" is taken over: never both. */
  @Test
  void the_instant_of_expiry_itself_belongs_to_the_holder() {
    assertThat(
            satu.database()
                .queryText(
                    """
                    SELECT reservation_status_at('HELD', t, t) || ' '
                        || reservation_status_at('HELD', t, t + interval '1 microsecond') || ' '
                        || asset_status_at('HELD', t, t) || ' '
                        || asset_status_at('HELD', t, t + interval '1 microsecond')
                      FROM (VALUES (timestamptz '2026-11-30 12:00:00Z')) v (t)
                    """))
        .isEqualTo("HELD EXPIRED HELD AVAILABLE");
  }

  @Test
  void an_overdue_hold_is_taken_over_although_no_janitor_runs() {
    AssetId asset = satu.newAsset();
    Reservation stale = satu.hold(asset, "other");
    satu.letExpireIn(stale, Duration.ofNanos(-1000));
    assertThat(rowStatus(asset)).isEqualTo("HELD");
    assertThat(satu.satu().assets().find(asset).orElseThrow().status())
        .isEqualTo(AssetStatus.AVAILABLE);

    held(place(asset, satu.newKey()));

    assertThat(satu.satu().reservations().find(Installed.SERVER, stale.id()).orElseThrow().status())
        .isEqualTo(ReservationStatus.EXPIRED);
  }

  @Test
  void a_running_janitor_makes_the_rows_of_overdue_holds_available() throws SQLException {
    AssetId asset = satu.newAsset();
    Reservation stale = satu.hold(asset, "other");
    AssetId live = satu.newAsset();
    satu.hold(live, "other");
    satu.letExpireIn(stale, Duration.ofSeconds(-1));

    SatuConfig c = SatuConfig.DEFAULT;
    SatuConfig sweeping =
        new SatuConfig(
            c.holdDefault(),
            c.holdMax(),
            c.extendWindow(),
            c.extensions(),
            Duration.ofMillis(100),
            c.sweepBatch(),
            c.retries(),
            c.waiting(),
            c.keysKept(),
            c.storyKept(),
            c.underWay(),
            c.claims());
    try (Satu open = Satu.open(satu.database().dataSource(), sweeping)) {
      assertThat(open).isNotNull();
      Waits.until(
          "the janitor has freed the asset",
          Duration.ofSeconds(20),
          () -> rowStatus(asset).equals("AVAILABLE"));
    }

    assertThat(rowStatus(live)).isEqualTo("HELD");
    assertThat(
            satu.database()
                .queryText(
                    "SELECT ended_by || ' ' || end_reason FROM reservation WHERE id = ?",
                    stale.id().text()))
        .isEqualTo("janitor SWEPT");
  }

  private static String rowStatus(AssetId asset) {
    return satu.database().queryText("SELECT status FROM asset WHERE id = ?", asset.text());
  }

  private static Reply<PlaceOutcome> place(AssetId asset, IdempotencyKey key) {
    return satu.satu().reservations().place(PlaceCommand.of(Installed.SERVER, key, asset, BUYER));
  }

  private static Reservation held(Reply<PlaceOutcome> reply) {
    return Answers.first(reply, PlaceOutcome.Held.class).reservation();
  }

  private static UnavailableReason reasonOf(AssetId asset) {
    return Answers.first(place(asset, satu.newKey()), PlaceOutcome.Unavailable.class).reason();
  }

  private static void assertReplayed(
      AssetId asset, IdempotencyKey key, Reservation held, String statusNow) {
    Reply.Replay<PlaceOutcome> replay = Answers.replay(place(asset, key));
    assertThat(replay.outcome()).isEqualTo(new PlaceOutcome.Held(held));
    assertThat(replay.statusNow()).contains(statusNow);
    assertThat(
            satu.database()
                .queryText("SELECT answer FROM idempotency_key WHERE key = ?", key.text()))
        .isEqualTo(held.json());
  }
}
