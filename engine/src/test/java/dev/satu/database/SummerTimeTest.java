package dev.satu.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Installed;
import dev.satu.hold.Reservation;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * B53: a hold lasts its seconds, also over the night in which clocks are turned, whatever the zone
 * of the session and of the JVM. Calendar deadlines are none of Satu's.
 */
class SummerTimeTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  private static final String ADDED =
      "SELECT utc_text(?::timestamptz + ?::interval) AS until, current_setting('TimeZone') AS zone";

  @ParameterizedTest
  @CsvSource({
    // 01:30 in the night on which the clocks go on, and back.
    "Europe/Berlin,    2026-03-29T00:30:00Z, PT2H",
    "Europe/Berlin,    2026-10-25T00:30:00Z, PT2H",
    "Europe/Berlin,    2026-03-28T12:00:00Z, PT24H",
    "Europe/Berlin,    2026-10-24T12:00:00Z, PT24H",
    "America/New_York, 2026-03-08T06:30:00Z, PT2H",
    "America/New_York, 2026-11-01T05:30:00Z, PT2H",
    "America/New_York, 2026-03-07T12:00:00Z, PT24H",
    "America/New_York, 2026-10-31T12:00:00Z, PT24H",
    "Pacific/Chatham,  2026-04-04T13:30:00Z, PT2H",
    "Pacific/Chatham,  2026-09-26T13:30:00Z, PT24H",
    "UTC,              2026-03-29T00:30:00Z, PT24H",
  })
  void a_length_is_added_as_seconds(String zone, Instant from, Duration length)
      throws SQLException {
    try (Connection connection = satu.database().connect()) {
      Sql.first(
          connection, "SELECT set_config('TimeZone', ?, false) AS z", row -> row.text("z"), zone);
      Instant until =
          Sql.first(connection, ADDED, row -> Instant.parse(row.text("until")), from, length)
              .orElseThrow();
      assertThat(Sql.first(connection, ADDED, row -> row.text("zone"), from, length))
          .contains(zone);
      assertThat(Duration.between(from, until)).isEqualTo(length);
    }
  }

  @Test
  void a_day_given_as_a_calendar_day_would_not_be_exact() throws SQLException {
    // The control: what the engine would do if it sent days instead of hours.
    try (Connection connection = satu.database().connect()) {
      Sql.first(
          connection,
          "SELECT set_config('TimeZone', ?, false) AS z",
          row -> row.text("z"),
          "Europe/Berlin");
      Instant from = Instant.parse("2026-03-28T12:00:00Z");
      Instant until =
          Sql.first(
                  connection,
                  "SELECT utc_text(?::timestamptz + interval '1 day') AS until",
                  row -> Instant.parse(row.text("until")),
                  from)
              .orElseThrow();
      assertThat(Duration.between(from, until)).isEqualTo(Duration.ofHours(23));
    }
  }

  @Test
  void the_longest_hold_lasts_exactly_a_day_of_seconds() {
    Reservation hold = satu.hold(satu.newAsset(Duration.ofDays(1)), "b");

    assertThat(Duration.between(hold.createdAt(), hold.expiresAt())).isEqualTo(Duration.ofDays(1));
    assertThat(hold.json()).containsPattern("\"expires_at\":\"[^\"]+Z\"");
  }
}
