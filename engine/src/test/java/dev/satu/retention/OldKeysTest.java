package dev.satu.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.PlaceOutcome;
import dev.satu.testkit.Sql;
import dev.satu.value.AssetId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stored answers are kept as long as promised, and no longer. */
class OldKeysTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  private static final int ALL = 1000;

  @BeforeEach
  void nothing_is_old() {
    satu.database().execute("UPDATE idempotency_key SET created_at = clock_timestamp()");
  }

  private static void age(IdempotencyKey key, Duration age) {
    satu.database()
        .execute(
            "UPDATE idempotency_key SET created_at = clock_timestamp() - ?::interval WHERE key = ?",
            age.toString(),
            key.text());
  }

  private static IdempotencyKey held(AssetId asset, String buyer) {
    IdempotencyKey key = satu.newKey();
    assertThat(satu.place(asset, buyer, key)).isInstanceOf(Reply.First.class);
    return key;
  }

  @Test
  void an_answer_is_replayed_until_its_time_is_over_and_forgotten_afterwards() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = held(asset, "a");

    age(key, Duration.ofDays(2).minusMinutes(1));
    assertThat(satu.satu().retention().keys().runOnce(ALL)).isZero();
    assertThat(satu.place(asset, "a", key)).isInstanceOf(Reply.Replay.class);

    age(key, Duration.ofDays(2).plusSeconds(1));
    assertThat(satu.satu().retention().keys().runOnce(ALL)).isEqualTo(1);
    Reply<PlaceOutcome> asNew = satu.place(asset, "a", key);
    assertThat(asNew instanceof Reply.First<PlaceOutcome>(PlaceOutcome.AlreadyHeld(var hold)))
        .as("%s", asNew)
        .isTrue();
  }

  @Test
  void no_batch_is_larger_than_it_may_be_and_the_oldest_go_first() {
    IdempotencyKey oldest = held(satu.newAsset(), "a");
    IdempotencyKey older = held(satu.newAsset(), "a");
    IdempotencyKey old = held(satu.newAsset(), "a");
    age(old, Duration.ofHours(50));
    age(older, Duration.ofHours(60));
    age(oldest, Duration.ofHours(70));

    assertThat(satu.satu().retention().keys().runOnce(2)).isEqualTo(2);
    assertThat(
            satu.database()
                .queryText(
                    "SELECT string_agg(key, ',') FROM idempotency_key"
                        + " WHERE created_at < clock_timestamp() - interval '49 hours'"))
        .isEqualTo(old.text());
    assertThat(satu.satu().retention().keys().runOnce(2)).isEqualTo(1);
  }

  @Test
  void a_key_that_somebody_has_locked_is_left_for_the_next_pass() throws SQLException {
    IdempotencyKey locked = held(satu.newAsset(), "a");
    IdempotencyKey free = held(satu.newAsset(), "a");
    age(locked, Duration.ofHours(50));
    age(free, Duration.ofHours(49));

    try (Connection other = satu.database().connect()) {
      other.setAutoCommit(false);
      Sql.execute(other, "SELECT FROM idempotency_key WHERE key = ? FOR UPDATE", locked.text());
      assertThat(satu.satu().retention().keys().runOnce(ALL)).isEqualTo(1);
      other.rollback();
    }
    assertThat(satu.satu().retention().keys().runOnce(ALL)).isEqualTo(1);
  }

  @Test
  void what_became_of_the_request_stays() {
    AssetId asset = satu.newAsset();
    IdempotencyKey key = held(asset, "a");
    age(key, Duration.ofHours(50));
    satu.satu().retention().keys().runOnce(ALL);

    assertThat(
            satu.database()
                .queryLong("SELECT count(*) FROM reservation WHERE asset_id = ?", asset.text()))
        .isEqualTo(1);
    assertThat(
            satu.database().queryLong("SELECT count(*) FROM event WHERE item_id = ?", asset.text()))
        .isEqualTo(2);
  }
}
