package dev.satu.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Operator;
import dev.satu.Snapshot;
import dev.satu.asset.WithdrawOutcome;
import dev.satu.hold.Reservation;
import dev.satu.idempotency.Reply;
import dev.satu.payment.CancelSaleOutcome;
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
  private static final Operator OPERATOR = new Operator(satu);

  /**
   * The state, the command, what is answered, and the rows afterwards: {@code =} if no row of any
   * table was changed, {@code key} if nothing was but that the answer was stored, else the status
   * of the asset and of the reservation. Commands are those of the reservation's buyer, unless
   * said; the last five are an operator's, and RELEASE_FOR_IT releases the reservation.
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
      NEVER_HELD            | CHANGE         | Changed                          | AVAILABLE -
      NEVER_HELD            | WITHDRAW       | Withdrawn                        | WITHDRAWN -
      NEVER_HELD            | RELIST         | NotWithdrawn AVAILABLE           | =
      NEVER_HELD            | CANCEL_SALE    | NotSold AVAILABLE                | =
      NEVER_HELD            | RELEASE_FOR_IT | NotFound                         | =
      HELD                  | PLACE          | AlreadyHeld                      | key
      HELD                  | PLACE_BY_OTHER | Unavailable HELD                 | =
      HELD                  | COMMIT         | Committed                        | SOLD COMMITTED
      HELD                  | RELEASE        | Released RELEASED                | AVAILABLE RELEASED
      HELD                  | EXTEND         | Extended                         | HELD HELD
      HELD                  | SWEEP          | 0                                | =
      HELD                  | FIND           | HELD, HELD                       | =
      HELD                  | CHANGE         | Changed                          | HELD HELD
      HELD                  | WITHDRAW       | NotAvailable HELD                | =
      HELD                  | RELIST         | NotWithdrawn HELD                | =
      HELD                  | CANCEL_SALE    | NotSold HELD                     | =
      HELD                  | RELEASE_FOR_IT | Released RELEASED                | AVAILABLE RELEASED
      OVERDUE               | PLACE          | Held                             | HELD EXPIRED
      OVERDUE               | PLACE_BY_OTHER | Held                             | HELD EXPIRED
      OVERDUE               | COMMIT         | TooLate RESERVATION_EXPIRED      | AVAILABLE EXPIRED
      OVERDUE               | RELEASE        | Released EXPIRED                 | key
      OVERDUE               | EXTEND         | Ended EXPIRED                    | =
      OVERDUE               | SWEEP          | 1                                | AVAILABLE EXPIRED
      OVERDUE               | FIND           | AVAILABLE, EXPIRED               | =
      OVERDUE               | CHANGE         | Changed                          | HELD HELD
      OVERDUE               | WITHDRAW       | Withdrawn                        | WITHDRAWN EXPIRED
      OVERDUE               | RELIST         | NotWithdrawn AVAILABLE           | =
      OVERDUE               | CANCEL_SALE    | NotSold AVAILABLE                | =
      OVERDUE               | RELEASE_FOR_IT | Released EXPIRED                 | key
      SWEPT                 | PLACE          | Held                             | HELD EXPIRED
      SWEPT                 | PLACE_BY_OTHER | Held                             | HELD EXPIRED
      SWEPT                 | COMMIT         | TooLate RESERVATION_EXPIRED      | AVAILABLE EXPIRED
      SWEPT                 | RELEASE        | Released EXPIRED                 | key
      SWEPT                 | EXTEND         | Ended EXPIRED                    | =
      SWEPT                 | SWEEP          | 0                                | =
      SWEPT                 | FIND           | AVAILABLE, EXPIRED               | =
      SWEPT                 | CHANGE         | Changed                          | AVAILABLE EXPIRED
      SWEPT                 | WITHDRAW       | Withdrawn                        | WITHDRAWN EXPIRED
      SWEPT                 | RELIST         | NotWithdrawn AVAILABLE           | =
      SWEPT                 | CANCEL_SALE    | NotSold AVAILABLE                | =
      SWEPT                 | RELEASE_FOR_IT | Released EXPIRED                 | key
      TAKEN_OVER            | PLACE          | Unavailable HELD                 | =
      TAKEN_OVER            | PLACE_BY_OTHER | AlreadyHeld                      | key
      TAKEN_OVER            | COMMIT         | TooLate RESERVATION_EXPIRED      | HELD EXPIRED
      TAKEN_OVER            | RELEASE        | Released EXPIRED                 | key
      TAKEN_OVER            | EXTEND         | Ended EXPIRED                    | =
      TAKEN_OVER            | SWEEP          | 0                                | =
      TAKEN_OVER            | FIND           | HELD, EXPIRED                    | =
      TAKEN_OVER            | CHANGE         | Changed                          | HELD EXPIRED
      TAKEN_OVER            | WITHDRAW       | NotAvailable HELD                | =
      TAKEN_OVER            | RELIST         | NotWithdrawn HELD                | =
      TAKEN_OVER            | CANCEL_SALE    | NotSold HELD                     | =
      TAKEN_OVER            | RELEASE_FOR_IT | Released EXPIRED                 | key
      RELEASED              | PLACE          | Held                             | HELD RELEASED
      RELEASED              | PLACE_BY_OTHER | Held                             | HELD RELEASED
      RELEASED              | COMMIT         | TooLate RESERVATION_RELEASED     | AVAILABLE RELEASED
      RELEASED              | RELEASE        | Released RELEASED                | key
      RELEASED              | EXTEND         | Ended RELEASED                   | =
      RELEASED              | SWEEP          | 0                                | =
      RELEASED              | FIND           | AVAILABLE, RELEASED              | =
      RELEASED              | CHANGE         | Changed                          | AVAILABLE RELEASED
      RELEASED              | WITHDRAW       | Withdrawn                        | WITHDRAWN RELEASED
      RELEASED              | RELIST         | NotWithdrawn AVAILABLE           | =
      RELEASED              | CANCEL_SALE    | NotSold AVAILABLE                | =
      RELEASED              | RELEASE_FOR_IT | Released RELEASED                | key
      RELEASED_HELD_BY_NEXT | PLACE          | Unavailable HELD                 | =
      RELEASED_HELD_BY_NEXT | PLACE_BY_OTHER | AlreadyHeld                      | key
      RELEASED_HELD_BY_NEXT | COMMIT         | TooLate RESERVATION_RELEASED     | HELD RELEASED
      RELEASED_HELD_BY_NEXT | RELEASE        | Released RELEASED                | key
      RELEASED_HELD_BY_NEXT | EXTEND         | Ended RELEASED                   | =
      RELEASED_HELD_BY_NEXT | SWEEP          | 0                                | =
      RELEASED_HELD_BY_NEXT | FIND           | HELD, RELEASED                   | =
      RELEASED_HELD_BY_NEXT | CHANGE         | Changed                          | HELD RELEASED
      RELEASED_HELD_BY_NEXT | WITHDRAW       | NotAvailable HELD                | =
      RELEASED_HELD_BY_NEXT | RELIST         | NotWithdrawn HELD                | =
      RELEASED_HELD_BY_NEXT | CANCEL_SALE    | NotSold HELD                     | =
      RELEASED_HELD_BY_NEXT | RELEASE_FOR_IT | Released RELEASED                | key
      SOLD                  | PLACE          | Unavailable SOLD                 | =
      SOLD                  | PLACE_BY_OTHER | Unavailable SOLD                 | =
      SOLD                  | COMMIT         | AlreadySold ALREADY_SOLD         | SOLD COMMITTED
      SOLD                  | RELEASE        | AlreadySold                      | =
      SOLD                  | EXTEND         | AlreadySold                      | =
      SOLD                  | SWEEP          | 0                                | =
      SOLD                  | FIND           | SOLD, COMMITTED                  | =
      SOLD                  | CHANGE         | Changed                          | SOLD COMMITTED
      SOLD                  | WITHDRAW       | NotAvailable SOLD                | =
      SOLD                  | RELIST         | NotWithdrawn SOLD                | =
      SOLD                  | CANCEL_SALE    | Cancelled SALE_CANCELLED         | WITHDRAWN COMMITTED
      SOLD                  | RELEASE_FOR_IT | AlreadySold                      | =
      SOLD_TO_NEXT          | PLACE          | Unavailable SOLD                 | =
      SOLD_TO_NEXT          | PLACE_BY_OTHER | Unavailable SOLD                 | =
      SOLD_TO_NEXT          | COMMIT         | TooLate RESERVATION_EXPIRED      | SOLD EXPIRED
      SOLD_TO_NEXT          | RELEASE        | Released EXPIRED                 | key
      SOLD_TO_NEXT          | EXTEND         | Ended EXPIRED                    | =
      SOLD_TO_NEXT          | SWEEP          | 0                                | =
      SOLD_TO_NEXT          | FIND           | SOLD, EXPIRED                    | =
      SOLD_TO_NEXT          | CHANGE         | Changed                          | SOLD EXPIRED
      SOLD_TO_NEXT          | WITHDRAW       | NotAvailable SOLD                | =
      SOLD_TO_NEXT          | RELIST         | NotWithdrawn SOLD                | =
      SOLD_TO_NEXT          | CANCEL_SALE    | Cancelled SALE_CANCELLED         | WITHDRAWN EXPIRED
      SOLD_TO_NEXT          | RELEASE_FOR_IT | Released EXPIRED                 | key
      WITHDRAWN             | PLACE          | Unavailable WITHDRAWN            | =
      WITHDRAWN             | PLACE_BY_OTHER | Unavailable WITHDRAWN            | =
      WITHDRAWN             | COMMIT         | TooLate RESERVATION_RELEASED     | WITHDRAWN RELEASED
      WITHDRAWN             | RELEASE        | Released RELEASED                | key
      WITHDRAWN             | EXTEND         | Ended RELEASED                   | =
      WITHDRAWN             | SWEEP          | 0                                | =
      WITHDRAWN             | FIND           | WITHDRAWN, RELEASED              | =
      WITHDRAWN             | CHANGE         | Changed                          | WITHDRAWN RELEASED
      WITHDRAWN             | WITHDRAW       | NotAvailable WITHDRAWN           | =
      WITHDRAWN             | RELIST         | Relisted                         | AVAILABLE RELEASED
      WITHDRAWN             | CANCEL_SALE    | NotSold WITHDRAWN                | =
      WITHDRAWN             | RELEASE_FOR_IT | Released RELEASED                | key
      SALE_CANCELLED        | PLACE          | Unavailable WITHDRAWN            | =
      SALE_CANCELLED        | PLACE_BY_OTHER | Unavailable WITHDRAWN            | =
      SALE_CANCELLED        | COMMIT         | AlreadySold ALREADY_SOLD         | WITHDRAWN COMMITTED
      SALE_CANCELLED        | RELEASE        | AlreadySold                      | =
      SALE_CANCELLED        | EXTEND         | AlreadySold                      | =
      SALE_CANCELLED        | SWEEP          | 0                                | =
      SALE_CANCELLED        | FIND           | WITHDRAWN, COMMITTED             | =
      SALE_CANCELLED        | CHANGE         | Changed                          | WITHDRAWN COMMITTED
      SALE_CANCELLED        | WITHDRAW       | NotAvailable WITHDRAWN           | =
      SALE_CANCELLED        | RELIST         | Relisted                         | AVAILABLE COMMITTED
      SALE_CANCELLED        | CANCEL_SALE    | NotSold WITHDRAWN                | =
      SALE_CANCELLED        | RELEASE_FOR_IT | AlreadySold                      | =
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
    WITHDRAWN,
    SALE_CANCELLED
  }

  enum Command {
    PLACE,
    PLACE_BY_OTHER,
    COMMIT,
    RELEASE,
    EXTEND,
    SWEEP,
    FIND,
    CHANGE,
    WITHDRAW,
    RELIST,
    CANCEL_SALE,
    RELEASE_FOR_IT
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
      case SALE_CANCELLED -> {
        satu.commit(hold.id(), satu.newName("pi"));
        Answers.first(OPERATOR.cancelSale(asset), CancelSaleOutcome.Cancelled.class);
      }
      case WITHDRAWN -> {
        satu.release(hold.id());
        Answers.first(OPERATOR.withdraw(asset), WithdrawOutcome.Withdrawn.class);
      }
    }
    return new Scene(asset, hold.id());
  }

  private static void letExpire(Reservation hold) {
    satu.letExpireIn(hold, Duration.ofSeconds(-1));
  }

  private static String answer(Scene scene, Command command) {
    return switch (command) {
      case PLACE -> text(satu.place(scene.asset(), "buyer"));
      case PLACE_BY_OTHER -> text(satu.place(scene.asset(), "other"));
      case COMMIT -> text(satu.commit(scene.reservation(), satu.newName("pi")));
      case RELEASE -> text(satu.release(scene.reservation()));
      case EXTEND -> text(satu.extend(scene.reservation(), Duration.ofMinutes(1)));
      case SWEEP -> Integer.toString(satu.satu().overdueSweep().runOnce(100));
      case CHANGE -> text(OPERATOR.rename(scene.asset(), version(scene.asset()), "Another name"));
      case WITHDRAW -> text(OPERATOR.withdraw(scene.asset()));
      case RELIST -> text(OPERATOR.relist(scene.asset()));
      case CANCEL_SALE -> text(OPERATOR.cancelSale(scene.asset()));
      case RELEASE_FOR_IT -> text(OPERATOR.release(scene.asset(), scene.reservation()));
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

  private static long version(AssetId asset) {
    return satu.satu().assets().find(asset).orElseThrow().version();
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
