package dev.satu.server.asset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.Api;
import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/** An import is named by its answer, and can be asked for by that name or by its key. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ImportProgressHttpTest {
  private final String key = Api.newName("import");
  private final String lot = Api.newName("lot");

  @Test
  void an_import_is_found_by_its_name_and_by_its_key() {
    String file = "asset_id,name\n" + lot + ",Lamp\n";
    Reply answer = csv(file);

    String id = answer.header("Satu-Import-Id");
    assertThat(answer.member("import_id")).isEqualTo(id);
    Reply seen = Api.get("/v1/imports/" + id);
    assertThat(seen.body())
        .startsWith(
            "{\"import_id\":\"%s\",\"idempotency_key\":\"%s\",\"phase\":\"DONE\",\"digest\":\"CSV "
                .formatted(id, key))
        .contains(
            "\"size\":%1$d,\"bytes_received\":%1$d,\"bytes_read\":%1$d,\"rows\":1,\"bad_rows\":0,"
                .formatted(file.getBytes(UTF_8).length));
    assertThat(byKey().body()).isEqualTo("{\"items\":[" + seen.body() + "],\"next_cursor\":null}");
  }

  @Test
  void a_replay_is_named_after_the_import_that_it_repeats() {
    Reply first = csv("asset_id,name\n" + lot + ",Lamp\n");
    Reply second = csv("asset_id,name\n" + lot + ",Lamp\n");

    assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(second.header("Satu-Import-Id")).isEqualTo(first.header("Satu-Import-Id"));
    assertThat(byKey().json().path("items")).hasSize(1);
  }

  @Test
  void a_refused_file_and_the_mended_one_are_two_imports_of_one_key_the_newest_first() {
    Reply refused = csv("asset_id,name\n" + lot + ",\n");
    Reply mended = csv("asset_id,name\n" + lot + ",Lamp\n");

    assertThat(byKey().json().path("items").findValuesAsText("import_id"))
        .containsExactly(mended.header("Satu-Import-Id"), refused.header("Satu-Import-Id"));
    assertThat(byKey().json().path("items").findValuesAsText("phase"))
        .containsExactly("DONE", "REFUSED");
  }

  @Test
  void what_is_no_import_of_the_account_is_not_found_and_bad_values_are_named() {
    assertThat(Api.get("/v1/imports/imp_01").member("error_code")).isEqualTo("IMPORT_NOT_FOUND");
    assertThat(Api.get("/v1/imports?idempotency_key=%C3%A9").member("field"))
        .isEqualTo("idempotency_key");
    assertThat(Api.get("/v1/imports?cursor=x").member("field")).isEqualTo("cursor");
    assertThat(Api.get("/v1/imports?limit=201").member("field")).isEqualTo("limit");
    assertThat(Api.get("/v1/imports?limit=1").status()).isEqualTo(200);
  }

  private Reply byKey() {
    return Api.get("/v1/imports?idempotency_key=" + key);
  }

  private Reply csv(String file) {
    return Wire.keyed("POST", "/v1/assets/import")
        .header("Content-Type", "text/csv")
        .header("Idempotency-Key", key)
        .body(file.getBytes(UTF_8))
        .send();
  }
}
