package dev.satu.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.asset.Asset;
import dev.satu.hold.Reservation;
import dev.satu.value.AssetId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instants keep their microseconds on every way, in a session and a JVM that are far from UTC. */
class InstantsTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  private static final Pattern IN_JSON =
      Pattern.compile("\"(expires_at|created_at|ended_at|hold_expires_at)\":\"([^\"]+)\"");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-30T12:34:56.789012Z",
        "1970-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999999Z",
        "2000-02-29T00:00:00.000001Z",
        // The two nights on which Chatham, where the tests run, turns its clocks.
        "2026-04-04T13:59:59.999999Z",
        "2026-04-04T14:30:00Z",
        "2026-09-26T14:00:00Z",
        "1883-11-18T12:00:00.5Z",
        "9999-12-31T23:59:59.999999Z"
      })
  void an_instant_comes_back_from_the_database_as_it_went(String text) throws SQLException {
    Instant instant = Instant.parse(text);
    try (Connection connection = satu.database().connect()) {
      assertThat(
              Sql.first(connection, "SELECT ?::timestamptz AS t", row -> row.instant("t"), instant))
          .contains(instant);
      assertThat(
              Sql.first(
                  connection,
                  "SELECT utc_text(?::timestamptz) AS t",
                  row -> Instant.parse(row.text("t")),
                  instant))
          .contains(instant);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PT1S",
        "PT24H",
        "PT1M",
        "PT1H1S",
        "PT10M0.000001S",
        "PT23H59M59.999999S",
        "PT0.000001S"
      })
  void a_duration_comes_back_from_the_database_as_it_went(String text) throws SQLException {
    Duration duration = Duration.parse(text);
    try (Connection connection = satu.database().connect()) {
      assertThat(
              Sql.first(
                  connection,
                  "SELECT extract(epoch FROM ?::interval) AS d",
                  row -> row.secondsIfAny("d").orElseThrow(),
                  duration))
          .contains(duration);
      assertThat(
              Sql.first(
                  connection,
                  "SELECT duration_text(?::interval) AS d",
                  row -> row.text("d"),
                  duration))
          .contains(text);
    }
  }

  @Test
  void the_session_and_the_jvm_are_not_in_utc() {
    assertThat(satu.database().queryText("SHOW TimeZone")).isEqualTo("Pacific/Chatham");
    assertThat(ZoneId.systemDefault().getId()).isEqualTo("Pacific/Chatham");
  }

  @Test
  void instants_in_json_are_utc_with_six_digits_and_equal_the_typed_ones() {
    AssetId id = satu.newAsset();
    Reservation held = satu.hold(id, "buyer");
    assertShows(held.json(), "expires_at", held.expiresAt());
    assertShows(held.json(), "created_at", held.createdAt());

    Asset asset = satu.satu().assets().find(id).orElseThrow();
    assertShows(asset.json(), "created_at", asset.createdAt());
    assertShows(asset.json(), "hold_expires_at", held.expiresAt());

    satu.release(held.id());
    Reservation ended = satu.satu().reservations().find(Installed.SERVER, held.id()).orElseThrow();
    assertShows(ended.json(), "ended_at", ended.endedAt().orElseThrow());
    assertShows(ended.json(), "expires_at", held.expiresAt());
  }

  private static void assertShows(String json, String member, Instant instant) {
    String shown =
        IN_JSON
            .matcher(json)
            .results()
            .filter(found -> found.group(1).equals(member))
            .map((MatchResult found) -> found.group(2))
            .findFirst()
            .orElseThrow(() -> new AssertionError(member + " is missing in " + json));
    assertThat(shown).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
    assertThat(Instant.parse(shown)).isEqualTo(instant);
  }
}
