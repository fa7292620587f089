package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.value.AccountId;
import dev.satu.value.AssetId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import dev.satu.value.ReservationId;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command in every state of an asset and of one reservation on it. */
class StateMatrixTest {
  @RegisterExtension static final Installed satu = new Installed(8);

  /**
   * The state, the command, what is answered, and the rows afterwards: {@code =} if no row of any
   * table was changed, {@code key} if nothing was but that the answer was stored, else the status
   * of the asset and of the reservation. Commands are those of the reservation's buyer, unless
   * said.
   */
  private static final String MATRIX =
      """
      NEVER_HELD            | PLACE          | Held                             | HELD -
      NEVER_HELD            | PLACE_BY_OTHER | Held                             | HELD -
      NEVER_HELD            | COMMIT         | NotFound                         | =
      NEVER_HELD            | RELEASE        | NotFound                         | =
      NEVER_HELD            | EXTEND         | NotFound                         | =
      NEVER_HELD            | SWEEP          | 0                                | =
      NEVER_HELD            | FIND           | AVAILABLE, nothing               | =
      HELD                  | PLACE          | AlreadyHeld                      | key
      HELD                  | PLACE_BY_OTHER | Unavailable HELD                 | =
      HELD                  | COMMIT         | Committed                        | SOLD COMMITTED
      HELD                  | RELEASE        | Released RELEASED                | AVAILABLE RELEASED
      HELD                  | EXTEND         | Extended                         | HELD HELD
      HELD                  | SWEEP          | 0                                | =
      HELD                  | FIND           | HELD, HELD                       | =
      OVERDUE               | PLACE          | Held                             | HELD EXPIRED
      OVERDUE               | PLACE_BY_OTHER | Held                             | HELD EXPIRED
      OVERDUE               | COMMIT         | TooLate RESERVATION_EXPIRED      | AVAILABLE EXPIRED
      OVERDUE               | RELEASE        | Released EXPIRED                 | key
      OVERDUE               | EXTEND         | Ended EXPIRED                    | =
      OVERDUE               | SWEEP          | 1                                | AVAILABLE EXPIRED
      OVERDUE               | FIND           | AVAILABLE, EXPIRED               | =
      SWEPT                 | PLACE          | Held                             | HELD EXPIRED
      SWEPT                 | PLACE_BY_OTHER | Held                             | HELD EXPIRED
      SWEPT                 | COMMIT         | TooLate RESERVATION_EXPIRED      | AVAILABLE EXPIRED
      SWEPT                 | RELEASE        | Released EXPIRED                 | key
      SWEPT                 | EXTEND         | Ended EXPIRED                    | =
      SWEPT                 | SWEEP          | 0                                | =
      SWEPT                 | FIND           | AVAILABLE, EXPIRED               | =
      TAKEN_OVER            | PLACE          | Unavailable HELD                 | =
      TAKEN_OVER            | PLACE_BY_OTHER | AlreadyHeld                      | key
      TAKEN_OVER            | COMMIT         | TooLate RESERVATION_EXPIRED      | HELD EXPIRED
      TAKEN_OVER            | RELEASE        | Released EXPIRED                 | key
      TAKEN_OVER            | EXTEND         | Ended EXPIRED                    | =
      TAKEN_OVER            | SWEEP          | 0                                | =
      TAKEN_OVER            | FIND           | HELD, EXPIRED                    | =
      RELEASED              | PLACE          | Held                             | HELD RELEASED
      RELEASED              | PLACE_BY_OTHER | Held                             | HELD RELEASED
      RELEASED              | COMMIT         | TooLate RESERVATION_RELEASED     | AVAILABLE RELEASED
      RELEASED              | RELEASE        | Released RELEASED                | key
      RELEASED              | EXTEND         | Ended RELEASED                   | =
      RELEASED              | SWEEP          | 0                                | =
      RELEASED              | FIND           | AVAILABLE, RELEASED              | =
      RELEASED_HELD_BY_NEXT | PLACE          | Unavailable HELD                 | =
      RELEASED_HELD_BY_NEXT | PLACE_BY_OTHER | AlreadyHeld                      | key
      RELEASED_HELD_BY_NEXT | COMMIT         | TooLate RESERVATION_RELEASED     | HELD RELEASED
      RELEASED_HELD_BY_NEXT | RELEASE        | Released RELEASED                | key
      RELEASED_HELD_BY_NEXT | EXTEND         | Ended RELEASED                   | =
      RELEASED_HELD_BY_NEXT | SWEEP          | 0                                | =
      RELEASED_HELD_BY_NEXT | FIND           | HELD, RELEASED                   | =
      SOLD                  | PLACE          | Unavailable SOLD                 | =
      SOLD                  | PLACE_BY_OTHER | Unavailable SOLD                 | =
      SOLD                  | COMMIT         | AlreadySold ALREADY_SOLD         | SOLD COMMITTED
      SOLD                  | RELEASE        | AlreadySold                      | =
      SOLD                  | EXTEND         | AlreadySold                      | =
      SOLD                  | SWEEP          | 0                                | =
      SOLD                  | FIND           | SOLD, COMMITTED                  | =
      SOLD_TO_NEXT          | PLACE          | Unavailable SOLD                 | =
      SOLD_TO_NEXT          | PLACE_BY_OTHER | Unavailable SOLD                 | =
      SOLD_TO_NEXT          | COMMIT         | TooLate RESERVATION_EXPIRED      | SOLD EXPIRED
      SOLD_TO_NEXT          | RELEASE        | Released EXPIRED                 | key
      SOLD_TO_NEXT          | EXTEND         | Ended EXPIRED                    | =
      SOLD_TO_NEXT          | SWEEP          | 0                                | =
      SOLD_TO_NEXT          | FIND           | SOLD, EXPIRED                    | =
      WITHDRAWN             | PLACE          | Unavailable WITHDRAWN            | =
      WITHDRAWN             | PLACE_BY_OTHER | Unavailable WITHDRAWN            | =
      WITHDRAWN             | COMMIT         | TooLate RESERVATION_RELEASED     | WITHDRAWN RELEASED
      WITHDRAWN             | RELEASE        | Released RELEASED                | key
      WITHDRAWN             | EXTEND         | Ended RELEASED                   | =
      WITHDRAWN             | SWEEP          | 0                                | =
      WITHDRAWN             | FIND           | WITHDRAWN, RELEASED              | =
      """;

  enum State {
    NEVER_HELD,
    HELD,
    OVERDUE,
    SWEPT,
    TAKEN_OVER,
    RELEASED,
    RELEASED_HELD_BY_NEXT,
    SOLD,
    SOLD_TO_NEXT,
    WITHDRAWN
  }

  enum Command {
    PLACE,
    PLACE_BY_OTHER,
    COMMIT,
    RELEASE,
    EXTEND,
    SWEEP,
    FIND
  }

  @BeforeEach
  void nothing_of_the_line_before_is_overdue() {
    satu.satu().overdueSweep().runOnce(1000);
  }

  record Line(State state, Command command, String answer, String after) {}

  /** An asset and the reservation that is tried; one that never was, if it was never held. */
  private record Scene(AssetId asset, ReservationId reservation) {}

  static Stream<Line> matrix() {
    return MATRIX
        .lines()
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(c -> new Line(State.valueOf(c.get(0)), Command.valueOf(c.get(1)), c.get(2), c.get(3)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("matrix")
  void every_command_in_every_state_answers_and_writes_as_the_table_says(Line line) {
    Scene scene = arrange(line.state());
    Snapshot before = Snapshot.of(satu);

    assertThat(answer(scene, line.command())).isEqualTo(line.answer());
    assertThat(after(scene, before)).isEqualTo(line.after());

    // No command withdraws yet, so no event tells of it: put back before the invariants look.
    if (line.state() == State.WITHDRAWN) {
      setWithdrawn(scene.asset(), false);
    }
  }

  @Test
  void the_table_has_every_command_in_every_state_once() {
    assertThat(matrix().map(line -> line.state() + " " + line.command()))
        .doesNotHaveDuplicates()
        .hasSize(State.values().length * Command.values().length);
  }

  private static Scene arrange(State state) {
    AssetId asset = satu.newAsset();
    if (state == State.NEVER_HELD) {
      return new Scene(asset, new ReservationId("res_01HZX49R8T390000000000ZZZZ"));
    }
    Reservation hold = satu.hold(asset, "buyer");
    switch (state) {
      case HELD, NEVER_HELD -> {}
      case OVERDUE -> letExpire(hold);
      case SWEPT -> {
        letExpire(hold);
        assertThat(satu.satu().overdueSweep().runOnce(1)).isEqualTo(1);
      }
      case TAKEN_OVER -> {
        letExpire(hold);
        satu.hold(asset, "other");
      }
      case RELEASED -> satu.release(hold.id());
      case RELEASED_HELD_BY_NEXT -> {
        satu.release(hold.id());
        satu.hold(asset, "other");
      }
      case SOLD -> satu.commit(hold.id(), satu.newName("pi"));
      case SOLD_TO_NEXT -> {
        letExpire(hold);
        satu.commit(satu.hold(asset, "other").id(), satu.newName("pi"));
      }
      case WITHDRAWN -> {
        satu.release(hold.id());
        setWithdrawn(asset, true);
      }
    }
    return new Scene(asset, hold.id());
  }

  private static void letExpire(Reservation hold) {
    satu.letExpireIn(hold, Duration.ofSeconds(-1));
  }

  private static void setWithdrawn(AssetId asset, boolean withdrawn) {
    satu.database()
        .execute(
            "UPDATE asset SET status = ?, listed = ? WHERE id = ?",
            withdrawn ? "WITHDRAWN" : "AVAILABLE",
            !withdrawn,
            asset.text());
  }

  private static String answer(Scene scene, Command command) {
    return switch (command) {
      case PLACE -> text(satu.place(scene.asset(), "buyer"));
      case PLACE_BY_OTHER -> text(satu.place(scene.asset(), "other"));
      case COMMIT -> text(satu.commit(scene.reservation(), satu.newName("pi")));
      case RELEASE -> text(satu.release(scene.reservation()));
      case EXTEND -> text(satu.extend(scene.reservation(), Duration.ofMinutes(1)));
      case SWEEP -> Integer.toString(satu.satu().overdueSweep().runOnce(100));
      case FIND ->
          satu.satu().assets().find(scene.asset()).orElseThrow().status()
              + ", "
              + satu.satu()
                  .reservations()
                  .find(Installed.SERVER, scene.reservation())
                  .map(found -> found.status().name())
                  .orElse("nothing");
    };
  }

  private static String text(Reply<?> reply) {
    Object outcome = Answers.first(reply);
    return Answers.named(outcome);
  }

  private static String after(Scene scene, Snapshot before) {
    Snapshot now = Snapshot.of(satu);
    if (now.equals(before)) {
      return "=";
    }
    if (now.since(before).equals(Map.of("idempotency_key", 1L))) {
      return "key";
    }
    return satu.database().queryText("SELECT status FROM asset WHERE id = ?", scene.asset().text())
        + " "
        + satu.database()
            .queryText(
                "SELECT coalesce((SELECT status FROM reservation WHERE id = ?), '-')",
                scene.reservation().text());
  }

  @Test
  void a_buyer_is_the_reservations_own_only_within_its_account() {
    AssetId asset = satu.newAsset();
    satu.hold(asset, "buyer");
    PlaceCommand elsewhere =
        PlaceCommand.of(
            Caller.of(new AccountId("elsewhere")), satu.newKey(), asset, new BuyerId("buyer"));

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(text(satu.satu().reservations().place(elsewhere)))
                .isEqualTo("Unavailable HELD"));
  }
}
