package dev.satu.server.asset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator's verbs, the listing and the story over the wire. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class CatalogueHttpTest {
  private static final AtomicInteger MADE = new AtomicInteger();

  @Test
  void a_change_goes_from_one_entity_tag_to_the_next() {
    String lot = newLot();
    assertThat(get(lot).header("ETag")).isEqualTo("\"1\"");

    Wire.Reply changed =
        patch(lot, "\"1\"", "{\"name\":\"Clock\",\"price\":{\"amount\":5,\"currency\":\"CHF\"}}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(changed.member("name")).isEqualTo("Clock");
    assertThat(changed.json().at("/price/amount").asInt()).isEqualTo(5);
    assertThat(get(lot).body()).isEqualTo(changed.body());
    assertThat(get(lot).header("ETag")).isEqualTo("\"2\"");
  }

  @Test
  void null_takes_a_detail_away_and_what_is_not_given_stays() {
    String lot = newLot("\"category\":\"clocks\",\"hold_for\":\"PT5M\",\"attributes\":{\"a\":1}");

    JsonNode changed = patch(lot, "\"1\"", "{\"category\":null}").json();

    assertThat(changed.has("category")).isFalse();
    assertThat(changed.path("hold_for").asText()).isEqualTo("PT5M");
    assertThat(changed.at("/attributes/a").asInt()).isEqualTo(1);
  }

  @Test
  void a_stale_entity_tag_is_412_with_the_current_version_and_nothing_is_changed() {
    String lot = newLot();
    patch(lot, "\"1\"", "{\"name\":\"First\"}");
    String before = get(lot).body();

    Wire.Reply refused = patch(lot, "\"1\"", "{\"name\":\"Second\"}");

    assertRefused(refused, 412, "VERSION_MISMATCH");
    assertThat(refused.json().path("current_version").asLong()).isEqualTo(2);
    assertThat(refused.header("ETag")).isEqualTo("\"2\"");
    assertThat(get(lot).body()).isEqualTo(before);
  }

  @Test
  void without_an_entity_tag_a_change_is_428() {
    String lot = newLot();

    assertRefused(
        mutation("PATCH", "/v1/assets/" + lot).json("{\"name\":\"x\"}").send(),
        428,
        "PRECONDITION_REQUIRED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "1", "\"\"", "W/\"1\"", "\"1\", \"2\"", "\"abc\"", "\"-1\"", "\"1"})
  void an_entity_tag_that_names_no_version_is_refused_by_its_name(String tag) {
    Wire.Reply refused = patch(newLot(), tag, "{\"name\":\"x\"}");

    assertRefused(refused, 400, "INVALID_FIELD");
    assertThat(refused.member("field")).isEqualTo("If-Match");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name':null}                                | name",
        "{'name':' '}                                 | name",
        "{'name':5}                                   | name",
        "{'category':''}                              | category",
        "{'price':{'amount':0,'currency':'CHF'}}      | price.amount",
        "{'price':{'amount':1}}                       | price.currency",
        "{'price':{'amount':'1','currency':'CHF'}}    | price.amount",
        "{'price':5}                                  | price",
        "{'hold_for':'PT25H'}                         | hold_for",
        "{'hold_for':60}                              | hold_for",
        "{'attributes':null}                          | attributes",
        "{'attributes':[]}                            | attributes",
        "{'status':'SOLD'}                            | status",
        "{'version':7}                                | version"
      })
  void a_change_that_breaks_a_rule_is_400_with_its_field_and_nothing_is_changed(
      String body, String field) {
    String lot = newLot();
    String before = get(lot).body();

    Wire.Reply refused = patch(lot, "\"1\"", body.replace('\'', '"'));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.member("field")).isEqualTo(field);
    assertThat(get(lot).body()).isEqualTo(before);
  }

  @Test
  void a_change_sent_again_is_the_same_bytes_with_the_same_tag() {
    String lot = newLot();
    Wire.Reply first = patch(lot, "\"1\"", "{\"name\":\"Once\"}", "key-of-" + lot);
    patch(lot, "\"2\"", "{\"name\":\"Twice\"}");

    Wire.Reply again = patch(lot, "\"1\"", "{\"name\":\"Once\"}", "key-of-" + lot);

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("ETag")).isEqualTo("\"2\"");
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(get(lot).member("name")).isEqualTo("Twice");
  }

  @Test
  void a_lot_goes_off_sale_and_back_and_its_sale_is_cancelled() {
    String lot = newLot();

    Wire.Reply withdrawn = act(lot, "withdraw");
    assertThat(withdrawn.member("status")).isEqualTo("WITHDRAWN");
    assertThat(withdrawn.header("ETag")).isEqualTo("\"2\"");
    Wire.Reply again = act(lot, "withdraw");
    assertRefused(again, 409, "ASSET_UNAVAILABLE");
    assertThat(again.member("reason")).isEqualTo("WITHDRAWN");
    assertRefused(act(lot, "cancel-sale"), 409, "ASSET_NOT_SOLD");

    assertThat(act(lot, "relist").member("status")).isEqualTo("AVAILABLE");
    Wire.Reply relisted = act(lot, "relist");
    assertRefused(relisted, 409, "ASSET_NOT_WITHDRAWN");
    assertThat(relisted.member("asset_status")).isEqualTo("AVAILABLE");

    String hold = hold(lot);
    Wire.Reply held = act(lot, "withdraw");
    assertRefused(held, 409, "ASSET_UNAVAILABLE");
    assertThat(held.member("reason")).isEqualTo("HELD");
    assertThat(held.header("Retry-After")).isNotEmpty();

    Wire.Reply sold = commit(hold, "pi-" + lot);
    assertThat(sold.status()).isEqualTo(200);
    Wire.Reply cancelled = act(lot, "cancel-sale");
    assertThat(cancelled.status()).isEqualTo(200);
    assertThat(cancelled.json().at("/asset/status").asText()).isEqualTo("WITHDRAWN");
    assertThat(cancelled.json().at("/payment/state").asText()).isEqualTo("UNMATCHED");
    assertThat(cancelled.json().at("/payment/reason").asText()).isEqualTo("SALE_CANCELLED");
    assertThat(cancelled.json().at("/reservation/status").asText()).isEqualTo("COMMITTED");
    assertRefused(commit(hold, "pi-" + lot), 410, "SALE_CANCELLED");
  }

  @Test
  void a_lot_named_as_the_path_of_the_import_is_a_lot_like_any_other() {
    assertThat(
            mutation("POST", "/v1/assets")
                .json("{\"asset_id\":\"import\",\"name\":\"A lot\"}")
                .send()
                .status())
        .isEqualTo(201);

    assertThat(ids(list("?text=import"))).containsExactly("import");
    assertThat(get("import").member("asset_id")).isEqualTo("import");
    assertThat(Wire.keyed("HEAD", "/v1/assets/import").send().status()).isEqualTo(200);
    Wire.Reply changed = patch("import", "\"1\"", "{\"name\":\"Changed\"}");
    assertThat(changed.member("name")).isEqualTo("Changed");
    assertThat(act("import", "withdraw").member("status")).isEqualTo("WITHDRAWN");
    assertThat(act("import", "relist").member("status")).isEqualTo("AVAILABLE");
    assertThat(commit(hold("import"), "pi-import").status()).isEqualTo(200);
    assertThat(act("import", "cancel-sale").status()).isEqualTo(200);
    Wire.Reply story = Wire.keyed("GET", "/v1/assets/import/history").send();
    assertThat(story.json().at("/items/0/kind").asText()).isEqualTo("asset.created");

    Wire.Reply imported =
        mutation("POST", "/v1/assets/import")
            .header("Content-Type", "text/csv")
            .body("asset_id,name\nimport,Changed\n".getBytes(UTF_8))
            .send();
    assertThat(imported.status()).as(imported.body()).isEqualTo(200);
    Wire.Reply refused = Wire.keyed("DELETE", "/v1/assets/import").send();
    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("GET, HEAD, PATCH, POST");
  }

  @Test
  void an_operator_releases_the_hold_it_names_and_no_other() {
    String lot = newLot();
    String hold = hold(lot);
    String body = "{\"reservation_id\":\"" + hold + "\",\"reason\":\"They rang\"}";

    assertRefused(
        mutation("POST", "/v1/assets/" + newLot() + "/release").json(body).send(),
        404,
        "RESERVATION_NOT_FOUND");
    Wire.Reply released = mutation("POST", "/v1/assets/" + lot + "/release").json(body).send();

    assertThat(released.member("status")).isEqualTo("RELEASED");
    assertThat(get(lot).member("status")).isEqualTo("AVAILABLE");
    hold(lot);
    assertThat(mutation("POST", "/v1/assets/" + lot + "/release").json(body).send().status())
        .isEqualTo(200);
    assertThat(get(lot).member("status")).isEqualTo("HELD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"withdraw", "relist", "cancel-sale", "release"})
  void an_act_without_a_reason_is_refused_by_its_name(String verb) {
    String lot = newLot();
    String path = "/v1/assets/" + lot + "/" + verb;
    String hold = verb.equals("release") ? "\"reservation_id\":\"" + hold(lot) + "\"" : "";
    String before = get(lot).body();

    for (String reason : List.of("", "\"reason\":null", "\"reason\":\"\"", "\"reason\":5")) {
      String comma = hold.isEmpty() || reason.isEmpty() ? "" : ",";
      Wire.Reply refused = mutation("POST", path).json("{" + hold + comma + reason + "}").send();

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.member("field")).isEqualTo("reason");
    }
    assertThat(get(lot).body()).isEqualTo(before);
  }

  @Test
  void verbs_need_a_key_and_something_that_is_there() {
    String lot = newLot();

    assertRefused(
        Wire.keyed("POST", "/v1/assets/" + lot + "/withdraw").json("{\"reason\":\"x\"}").send(),
        400,
        "IDEMPOTENCY_KEY_MISSING");
    assertRefused(patch("none", "\"1\"", "{\"name\":\"x\"}"), 404, "ASSET_NOT_FOUND");
    for (String verb : List.of("withdraw", "relist", "cancel-sale")) {
      assertRefused(act("none", verb), 404, "ASSET_NOT_FOUND");
    }
    assertRefused(Wire.keyed("GET", "/v1/assets/none/history").send(), 404, "ASSET_NOT_FOUND");
  }

  @Test
  void a_listing_is_filtered_sorted_and_paged() {
    String category = "category" + MADE.incrementAndGet();
    List<String> lots = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      lots.add(
          newLot(
              "\"category\":\"%s\",\"price\":{\"amount\":%d,\"currency\":\"CHF\"}"
                  .formatted(category, 500 - i)));
    }
    act(lots.get(0), "withdraw");
    String query =
        "?category=" + category + "&status=AVAILABLE&sort=price&currency=CHF&price_max=499&limit=3";

    JsonNode first = list(query);
    JsonNode last = list(query + "&cursor=" + first.path("next_cursor").asText());

    assertThat(ids(first)).containsExactly(lots.get(4), lots.get(3), lots.get(2));
    assertThat(ids(last)).containsExactly(lots.get(1));
    assertThat(last.path("next_cursor").isNull()).isTrue();
    assertThat(ids(list("?text=" + lots.get(2)))).containsExactly(lots.get(2));
  }

  @ParameterizedTest
  @CsvSource({
    "status=held, status",
    "sort=Name, sort",
    "sort=price, currency",
    "price_min=1, currency",
    "price_min=-1&currency=CHF, price_min",
    "price_max=1.5&currency=CHF, price_max",
    "price_max=99999999999999999999&currency=CHF, price_max",
    "currency=chf, currency",
    "text=%20, text",
    "text=-, text",
    "text=%00, text",
    "limit=0, limit",
    "limit=201, limit",
    "cursor=x, cursor"
  })
  void a_bad_parameter_of_a_listing_is_400_with_its_name(String query, String field) {
    Wire.Reply refused = Wire.keyed("GET", "/v1/assets?" + query).send();

    assertRefused(refused, 400, "INVALID_FIELD");
    assertThat(refused.member("field")).isEqualTo(field);
  }

  @Test
  void an_empty_filter_is_one_that_was_not_given_as_forms_send_it() {
    String lot = newLot();

    assertThat(ids(list("?status=&category=&sort=&price_min=&text=" + lot))).containsExactly(lot);
  }

  @Test
  void a_story_shows_the_reason_of_every_act() {
    String lot = newLot();
    act(lot, "withdraw");
    act(lot, "relist");

    JsonNode story = Wire.keyed("GET", "/v1/assets/" + lot + "/history?limit=2").send().json();
    JsonNode rest =
        Wire.keyed(
                "GET",
                "/v1/assets/" + lot + "/history?cursor=" + story.path("next_cursor").asText())
            .send()
            .json();

    assertThat(story.at("/items/0/kind").asText()).isEqualTo("asset.created");
    assertThat(story.at("/items/1/kind").asText()).isEqualTo("asset.withdrawn");
    assertThat(story.at("/items/1/reason").asText()).isEqualTo("Because: \"withdraw\"");
    assertThat(rest.at("/items/0/kind").asText()).isEqualTo("asset.relisted");
    assertThat(rest.path("next_cursor").isNull()).isTrue();
    assertThat(rest.path("complete").asBoolean()).isTrue();
  }

  @Test
  void a_story_whose_beginning_was_purged_says_so() throws SQLException {
    String lot = newLot();
    act(lot, "withdraw");
    act(lot, "relist");
    long passed;
    do {
      passed = Rows.number("SELECT purge_events('0 seconds', 1000)");
    } while (passed > 0);

    JsonNode story = Wire.keyed("GET", "/v1/assets/" + lot + "/history").send().json();

    assertThat(story.path("items")).hasSize(1);
    assertThat(story.at("/items/0/kind").asText()).isEqualTo("asset.relisted");
    assertThat(story.at("/items/0/version").asInt()).isEqualTo(3);
    assertThat(story.path("next_cursor").isNull()).isTrue();
    assertThat(story.path("complete").asBoolean(true)).isFalse();
    Rows.assertInvariants();
  }

  private static String newLot() {
    return newLot("\"attributes\":{}");
  }

  private static String newLot(String members) {
    String lot = "lot" + MADE.incrementAndGet();
    Wire.Reply created =
        mutation("POST", "/v1/assets")
            .json("{\"asset_id\":\"%s\",\"name\":\"A lot\",%s}".formatted(lot, members))
            .send();
    assertThat(created.status()).isEqualTo(201);
    return lot;
  }

  private static Wire mutation(String method, String path) {
    return Wire.keyed(method, path)
        .header("Idempotency-Key", "catalogue-" + MADE.incrementAndGet());
  }

  private static Wire.Reply get(String lot) {
    return Wire.keyed("GET", "/v1/assets/" + lot).send();
  }

  private static Wire.Reply patch(String lot, String tag, String body) {
    return patch(lot, tag, body, "catalogue-" + MADE.incrementAndGet());
  }

  private static Wire.Reply patch(String lot, String tag, String body, String key) {
    return Wire.keyed("PATCH", "/v1/assets/" + lot)
        .header("Idempotency-Key", key)
        .header("If-Match", tag)
        .json(body)
        .send();
  }

  private static Wire.Reply act(String lot, String verb) {
    return mutation("POST", "/v1/assets/" + lot + "/" + verb)
        .json("{\"reason\":\"Because: \\\"" + verb + "\\\"\"}")
        .send();
  }

  private static String hold(String lot) {
    return mutation("POST", "/v1/assets/" + lot + "/reservations")
        .json("{\"buyer_id\":\"buyer\"}")
        .send()
        .member("reservation_id");
  }

  private static Wire.Reply commit(String hold, String payment) {
    return mutation("POST", "/v1/reservations/" + hold + "/commit")
        .json("{\"payment_ref\":\"" + payment + "\"}")
        .send();
  }

  private static JsonNode list(String query) {
    return Wire.keyed("GET", "/v1/assets" + query).send().json();
  }

  private static List<String> ids(JsonNode page) {
    return StreamSupport.stream(page.path("items").spliterator(), false)
        .map(item -> item.path("asset_id").asText())
        .toList();
  }

  private static void assertRefused(Wire.Reply refused, int status, String code) {
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.member("error_code")).isEqualTo(code);
    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
  }
}
