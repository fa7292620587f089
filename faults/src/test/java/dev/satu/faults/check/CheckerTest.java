package dev.satu.faults.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.faults.history.Answer;
import dev.satu.faults.history.Answer.Told;
import dev.satu.faults.history.Call;
import dev.satu.faults.history.Request;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each fault is planted, and found by the rule that is meant for it and by no other. */
class CheckerTest {
  private final Tale tale = new Tale().listed();

  private void assertFoundBy(String rule) {
    assertThat(tale.violations())
        .isNotEmpty()
        .allSatisfy(found -> assertThat(found.rule()).as("%s", found).isEqualTo(rule));
  }

  private void assertCorrect() {
    assertThat(tale.violations()).isEmpty();
  }

  @Test
  void a_life_of_a_lot_is_correct() {
    String first = tale.held("ada");
    tale.released(first).committedTooLate(first, "late");
    String second = tale.held("bob");
    tale.refused(tale.hold("eve"), 409, "ASSET_UNAVAILABLE", "HELD").committed(second, "pay");
    tale.refused(tale.hold("eve"), 409, "ASSET_UNAVAILABLE", "SOLD").cancelled();
    tale.refused(tale.hold("eve"), 409, "ASSET_UNAVAILABLE", "WITHDRAWN")
        .read(tale.rows.assetJson());

    assertCorrect();
  }

  @Test
  void an_unknown_call_that_took_effect_is_correct() {
    tale.held("ada");
    tale.butItsAnswerIsLost();
    Call unknown = tale.last();
    tale.askedAgain(unknown);

    assertCorrect();
  }

  @Test
  void an_unknown_call_that_did_nothing_is_correct() {
    Request request = tale.hold("ada");
    tale.answered(request, new Answer.Unknown("no answer"));
    String other = tale.held("bob");
    tale.refused(request, 409, "ASSET_UNAVAILABLE", "HELD").committed(other, "pay");

    assertCorrect();
  }

  @Test
  void an_unknown_call_that_takes_effect_after_its_key_was_asked_is_correct() {
    String other = tale.held("bob");
    Request request = tale.hold("ada");
    tale.answered(request, new Answer.Unknown("no answer"));
    tale.refused(request, 409, "ASSET_UNAVAILABLE", "HELD").released(other);
    tale.held(request, "ada", Duration.ofMinutes(1));
    tale.butItsAnswerIsLost();

    assertCorrect();
  }

  @Test
  void a_double_sale_is_found() {
    String first = tale.held("ada");
    String second = tale.held("bob");
    tale.committed(first, "pay-1").committed(second, "pay-2");

    assertFoundBy("owners");
  }

  @Test
  void a_lost_acknowledged_hold_is_found() {
    tale.butTheDatabaseForgets(() -> tale.held("ada"));

    assertFoundBy("durability");
  }

  @Test
  void a_lost_acknowledged_release_is_found() {
    String held = tale.held("ada");
    ReservationRow before = tale.rows.row(held);
    tale.released(held);
    tale.rows.reservations.put(held, before);

    assertThat(tale.violations()).extracting(Violation::rule).contains("durability");
  }

  @Test
  void a_stale_read_is_found() {
    String before = tale.rows.assetJson();
    tale.held("ada");
    tale.read(before);

    assertFoundBy("order");
  }

  @Test
  void a_version_that_is_told_as_something_else_is_found() {
    tale.read(tale.rows.assetJson().replace("AVAILABLE", "WITHDRAWN"));

    assertFoundBy("order");
  }

  @Test
  void a_phantom_event_is_found() {
    String held = tale.held("ada");
    tale.rows.phantom("asset.extended", held, tale.rows.row(held).expiresAt(), null, 3);

    assertFoundBy("events");
  }

  @Test
  void a_missing_event_is_found() {
    String held = tale.held("ada");
    tale.swept(held);
    tale.rows.events.removeLast();

    assertFoundBy("events");
  }

  @Test
  void events_out_of_order_are_found() {
    tale.held("ada");
    EventRow last = tale.rows.events.removeLast();
    tale.rows.events.add(
        new EventRow(
            0,
            last.itemKind(),
            last.item(),
            last.version(),
            last.kind(),
            last.actor(),
            last.buyer(),
            last.reservation(),
            last.payment(),
            last.expiresAt(),
            last.reason(),
            last.at()));

    assertFoundBy("events");
  }

  @Test
  void a_key_with_two_effects_is_found() {
    Request request = tale.hold("ada");
    String first = tale.held(request, "ada", Duration.ofMinutes(1));
    tale.released(first);
    tale.held(request, "ada", Duration.ofMinutes(1));

    assertFoundBy("keys");
  }

  @Test
  void a_second_effect_that_nobody_was_told_of_is_found() {
    Request request = tale.hold("ada");
    String first = tale.held(request, "ada", Duration.ofMinutes(1));
    KeyRow row = tale.rows.keys.get(String.valueOf(request.key()));
    tale.released(first);
    tale.held(request, "ada", Duration.ofMinutes(1));
    tale.butItsAnswerIsLost();
    tale.rows.keys.put(String.valueOf(request.key()), row);

    assertFoundBy("keys");
  }

  @Test
  void a_request_that_was_refused_and_carried_out_is_found() {
    tale.held("ada");
    Call granted = tale.calls.removeLast();
    tale.refused(granted.request(), 409, "ASSET_UNAVAILABLE", "HELD");

    assertFoundBy("keys");
  }

  @Test
  void a_replay_that_is_not_the_same_bytes_is_found() {
    String held = tale.held("ada");
    Request request = tale.last().request();
    tale.replayed(request, 200, tale.rows.json(held).replace("\"version\":2", "\"version\":2 "));

    assertFoundBy("keys");
  }

  @Test
  void a_kept_refusal_that_is_replayed_otherwise_is_found() {
    String held = tale.held("ada");
    tale.released(held).committedTooLate(held, "late");
    Told first = tale.last().told().orElseThrow();
    tale.replayed(tale.last().request(), 410, first.body().replace("410", "four hundred ten"));
    assertCorrect();

    tale.replayed(tale.last().request(), 410, first.body() + " ");
    assertFoundBy("keys");
  }

  @Test
  void a_resurrected_hold_is_found() {
    String held = tale.held("ada");
    String whenHeld = tale.rows.json(held);
    tale.released(held);
    tale.readReservation(held, whenHeld.replace("\"version\":2", "\"version\":3"));

    assertFoundBy("ends");
  }

  @Test
  void a_sale_that_does_not_last_is_found() {
    String first = tale.held("ada");
    tale.committed(first, "pay-1");
    String second = tale.held("bob");
    tale.released(second);

    assertFoundBy("sold");
  }

  @Test
  void a_payment_that_paid_twice_is_found() {
    String first = tale.held("ada");
    tale.committed(first, "pay").cancelled();
    tale.rows.event("asset.relisted", null, null, null);
    String second = tale.held("bob");
    tale.committed(second, "pay");

    assertThat(tale.violations()).extracting(Violation::rule).contains("payments");
  }

  @Test
  void a_payment_that_was_told_and_is_not_on_record_is_found() {
    String held = tale.held("ada");
    tale.released(held).committedTooLate(held, "late");
    tale.rows.payments.clear();
    tale.rows.events.removeLast();

    assertFoundBy("payments");
  }

  @Test
  void a_refusal_of_what_was_free_is_found() {
    tale.passes(Duration.ofSeconds(1));
    tale.refused(tale.hold("ada"), 409, "ASSET_UNAVAILABLE", "HELD");

    assertFoundBy("refusals");
  }

  @Test
  void a_refusal_because_of_an_overdue_hold_is_found() {
    tale.held(tale.hold("ada"), "ada", Duration.ofSeconds(1));
    tale.passes(Duration.ofSeconds(2));
    tale.refused(tale.hold("bob"), 409, "ASSET_UNAVAILABLE", "HELD");

    assertFoundBy("refusals");
  }

  @Test
  void a_lot_that_was_listed_and_is_not_found_is_found() {
    tale.passes(Duration.ofSeconds(1));
    tale.refused(tale.hold("ada"), 404, "ASSET_NOT_FOUND", "");

    assertFoundBy("refusals");
  }

  @Test
  void a_commit_after_the_expiry_is_found() {
    String held = tale.held(tale.hold("ada"), "ada", Duration.ofSeconds(1));
    tale.passes(Duration.ofSeconds(2));
    tale.committed(held, "pay");

    assertFoundBy("expiry");
  }

  @Test
  void a_hold_that_is_told_as_held_after_its_expiry_is_found() {
    String held = tale.held(tale.hold("ada"), "ada", Duration.ofSeconds(1));
    tale.passes(Duration.ofSeconds(2));
    tale.readReservation(held, tale.rows.json(held));

    assertFoundBy("expiry");
  }

  @Test
  void a_hold_that_is_told_as_expired_too_early_is_found() {
    String held = tale.held("ada");
    tale.readReservation(held, tale.rows.json(held).replace("HELD", "EXPIRED"));

    assertFoundBy("expiry");
  }

  @Test
  void a_hold_that_never_ends_is_found() {
    tale.held(tale.hold("ada"), "ada", Duration.ofSeconds(1));
    tale.passes(Duration.ofMinutes(2));

    assertFoundBy("limbo");
  }

  @Test
  void garbage_that_has_an_effect_is_found() {
    tale.held("ada");
    Call granted = tale.calls.removeLast();
    tale.answered(
        granted.request().meantAs("garbage"),
        new Told(400, Map.of(), "{\"error_code\":\"INVALID_FIELD\"}"));

    assertThat(tale.violations()).extracting(Violation::rule).contains("garbage");
  }

  @Test
  void an_internal_error_is_found() {
    tale.told(tale.hold("ada"), 500, "{\"error_code\":\"INTERNAL_ERROR\"}");

    assertFoundBy("answers");
  }

  @Test
  void a_503_that_does_not_say_when_to_come_again_is_found() {
    tale.told(tale.hold("ada"), 503, "{\"error_code\":\"BUSY\"}");

    assertFoundBy("answers");
  }

  @Test
  void the_story_of_a_violation_is_its_item_alone_without_what_has_nothing_to_do_with_it() {
    for (int i = 0; i < 100; i++) {
      tale.read(tale.rows.assetJson());
    }
    tale.butTheDatabaseForgets(() -> tale.held("ada"));

    assertThat(tale.violations())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.story().calls()).hasSize(2);
          assertThat(found.story().leftOut()).isEqualTo(100);
          assertThat(found.toString())
              .startsWith("durability: version 2 was told and is lost")
              .contains(
                  "hold /v1/assets/lot-1/reservations", "asset.created v1", "and 100 that are not");
        });
  }

  @Test
  void the_story_of_a_long_life_is_what_is_near_the_violation() {
    for (int i = 0; i < 100; i++) {
      tale.released(tale.held("ada"));
    }
    String first = tale.held("ada");
    String second = tale.held("bob");
    tale.released(second);
    for (int i = 0; i < 100; i++) {
      tale.released(tale.held("ada"));
    }

    assertThat(tale.violations())
        .filteredOn(found -> found.rule().equals("owners"))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.toString()).contains(first, second);
          assertThat(found.story().calls()).hasSizeLessThan(50);
          assertThat(found.story().events()).hasSizeLessThan(50);
        });
  }
}
