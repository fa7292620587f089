package dev.satu.server.asset;

import static dev.satu.server.Answers.isRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.satu.server.Api;
import dev.satu.server.Rows;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire.Reply;
import dev.satu.server.http.ErrorCode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue, page by page. Each test lists assets whose ids stand together in it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class AssetListHttpTest {
  // Last in the order of ids, so that the last page of the catalogue is theirs.
  private static final String LAST = "~~list";

  private static List<String> list(String prefix, int count) {
    List<String> assets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String asset = prefix + "-" + i;
      Reply reply =
          Api.create(Api.newName("key"), "{\"asset_id\": \"" + asset + "\", \"name\": \"A lot\"}");
      assertThat(reply.status()).as(reply.body()).isEqualTo(201);
      assets.add(asset);
    }
    return assets;
  }

  private static List<String> ids(Reply page) {
    List<String> ids = new ArrayList<>();
    for (JsonNode item : page.json().path("items")) {
      ids.add(item.path("asset_id").asText());
    }
    return ids;
  }

  @Test
  void pages_follow_each_other_by_cursor_and_the_last_has_none() {
    String prefix = Api.newName(LAST);
    List<String> assets = list(prefix, 5);
    Reply first = Api.get("/v1/assets?limit=2&cursor=" + after(prefix));
    assertThat(ids(first)).isEqualTo(assets.subList(0, 2));
    assertThat(first.member("next_cursor")).isEqualTo(after(assets.get(1)));
    Reply second = Api.get("/v1/assets?limit=2&cursor=" + first.member("next_cursor"));
    assertThat(ids(second)).isEqualTo(assets.subList(2, 4));
    Reply third = Api.get("/v1/assets?limit=2&cursor=" + second.member("next_cursor"));
    assertThat(ids(third)).isEqualTo(assets.subList(4, 5));
    assertThat(third.json().get("next_cursor").isNull()).isTrue();
  }

  @Test
  void a_page_that_ends_with_the_last_asset_has_no_cursor() {
    String prefix = Api.newName(LAST);
    List<String> assets = list(prefix, 2);
    Reply page = Api.get("/v1/assets?limit=2&cursor=" + after(prefix));
    assertThat(ids(page)).isEqualTo(assets);
    assertThat(page.json().get("next_cursor").isNull()).isTrue();
  }

  @Test
  void a_cursor_behind_the_last_asset_gives_an_empty_page() {
    Reply page = Api.get("/v1/assets?cursor=" + after("~".repeat(64)));
    assertThat(page.body()).isEqualTo("{\"items\":[],\"next_cursor\":null}");
    assertThat(page.status()).isEqualTo(200);
  }

  @Test
  void without_limit_a_page_has_fifty_items() {
    list(Api.newName("lot"), 51);
    Reply page = Api.get("/v1/assets");
    assertThat(ids(page)).hasSize(50).isSorted();
    assertThat(page.member("next_cursor")).isEqualTo(after(ids(page).getLast()));
  }

  @Test
  void an_item_is_what_the_asset_itself_shows_and_an_overdue_hold_is_available()
      throws SQLException {
    String prefix = Api.newName(LAST);
    String asset = list(prefix, 1).getFirst();
    String reservation = Api.held(asset, "b");
    assertThat(Api.get("/v1/assets?cursor=" + after(prefix)).body())
        .isEqualTo("{\"items\":[" + Api.asset(asset).body() + "],\"next_cursor\":null}");
    Rows.letExpireIn(reservation, Duration.ofSeconds(-1));
    assertThat(Api.get("/v1/assets?cursor=" + after(prefix)).json().at("/items/0/status").asText())
        .isEqualTo("AVAILABLE");
  }

  @Test
  void an_empty_limit_or_cursor_is_refused() {
    assertThat(Api.get("/v1/assets?limit=").member("field")).isEqualTo("limit");
    assertThat(Api.get("/v1/assets?cursor=").member("field")).isEqualTo("cursor");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  void the_smallest_and_the_largest_limit_are_taken(int limit) {
    assertThat(Api.get("/v1/assets?limit=" + limit).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "201", "-1", "1.5", "ten", "1e2", "99999999999999999999", "%D9%A1", "+5"})
  void a_limit_out_of_range_is_refused(String limit) {
    isRefusal(
        Api.get("/v1/assets?limit=" + limit),
        ErrorCode.INVALID_FIELD,
        "limit must be a number from 1 to 200.",
        "\"field\": \"limit\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%2Fb", "%00", "%C4%B1", "a%27--"})
  void a_cursor_that_is_none_is_refused(String cursor) {
    isRefusal(
        Api.get("/v1/assets?cursor=" + cursor),
        ErrorCode.INVALID_FIELD,
        "cursor must be the next_cursor of an earlier page in the same order.",
        "\"field\": \"cursor\"");
  }

  @Test
  void a_cursor_that_is_too_long_is_refused() {
    assertThat(Api.get("/v1/assets?cursor=" + "a".repeat(65)).member("field")).isEqualTo("cursor");
  }

  /** The cursor of the order by id that continues after this id. */
  private static String after(String id) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(("id  " + id).getBytes(UTF_8));
  }
}
