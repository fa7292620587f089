package dev.satu.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RaceTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void one_winner_among_a_hundred_is_a_clean_race() throws Exception {
    try (var satu = FakeSatu.granting(1)) {
      var exit = race("--url", satu.url(), "--key", FakeSatu.KEY, "--clients", "100");

      assertThat(exit).isZero();
      assertThat(out())
          .contains("Lot EQ-2 \"Zürich clock\": 100 buyers, one barrier")
          .containsOnlyOnce("winner    buyer-")
          .contains("res_1  held until 2026-12-01T10:00:00Z")
          .contains("refused   99 × 409 ASSET_UNAVAILABLE")
          .contains("other     0");
    }
  }

  @Test
  void every_buyer_claims_once_with_a_key_of_their_own_over_a_connection_opened_before()
      throws Exception {
    try (var satu = FakeSatu.granting(1)) {
      race("--url", satu.url(), "--key", FakeSatu.KEY, "--clients", "60");

      assertThat(satu.buyers).hasSize(60);
      assertThat(satu.idempotencyKeys).hasSize(60);
      assertThat(satu.claimingConnections).hasSize(60);
      assertThat(satu.connections).containsAll(satu.claimingConnections);
    }
  }

  @Test
  void two_winners_break_the_race() throws Exception {
    try (var satu = FakeSatu.granting(2)) {
      var exit = race("--url", satu.url(), "--key", FakeSatu.KEY, "--clients", "20");

      assertThat(exit).isEqualTo(1);
      assertThat(out()).contains("BROKEN: 2 buyers hold the same lot");
    }
  }

  @Test
  void a_race_without_winner_is_not_clean() throws Exception {
    try (var satu = FakeSatu.granting(0)) {
      var exit = race("--url", satu.url(), "--key", FakeSatu.KEY, "--clients", "20");

      assertThat(exit).isEqualTo(1);
      assertThat(out()).contains("winner    none").contains("nobody won");
    }
  }

  @Test
  void connections_lost_before_the_barrier_falls_are_counted_and_hold_up_nobody() throws Exception {
    try (var satu = FakeSatu.hangingUpOn(3)) {
      var exit = race("--url", satu.url(), "--key", FakeSatu.KEY, "--clients", "20");

      assertThat(exit).isEqualTo(1);
      assertThat(out())
          .contains("refused   16 × 409 ASSET_UNAVAILABLE")
          .contains("other     3 × no answer")
          .contains("one winner, but not everybody else was refused");
    }
  }

  @Test
  void a_lot_is_made_if_none_is_free() throws Exception {
    try (var satu = FakeSatu.soldOut()) {
      var exit = race("--url", satu.url(), "--key", FakeSatu.KEY, "--clients", "5");

      assertThat(exit).isZero();
      assertThat(satu.claimedAssets).singleElement().asString().startsWith("RACE-");
    }
  }

  @Test
  void a_lot_that_does_not_exist_starts_no_race() throws Exception {
    try (var satu = FakeSatu.granting(1)) {
      var exit = race("--url", satu.url(), "--key", FakeSatu.KEY, "--asset", "EQ-404");

      assertThat(exit).isEqualTo(2);
      assertThat(err()).contains("404").contains("ASSET_NOT_FOUND");
      assertThat(satu.buyers).isEmpty();
    }
  }

  @Test
  void a_refused_key_starts_no_race() throws Exception {
    try (var satu = FakeSatu.granting(1)) {
      var exit = race("--url", satu.url(), "--key", "satu_wrong");

      assertThat(exit).isEqualTo(2);
      assertThat(err()).contains("401");
    }
  }

  @Test
  void without_a_server_the_message_says_to_start_the_demo() throws Exception {
    var exit = race("--url", "http://127.0.0.1:" + closedPort(), "--key", FakeSatu.KEY);

    assertThat(exit).isEqualTo(2);
    assertThat(err()).contains("start ./satu demo first");
  }

  @Test
  void a_bad_option_starts_no_race() throws Exception {
    assertThat(race("--clients", "none")).isEqualTo(2);
    assertThat(err()).contains("--clients is a number from 1");
  }

  private int race(String... commandLine) throws Exception {
    return Race.run(
        commandLine,
        Map.of(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static int closedPort() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
