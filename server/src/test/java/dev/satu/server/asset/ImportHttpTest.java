package dev.satu.server.asset;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.server.TestDatabase;
import dev.satu.server.Wire;
import dev.satu.server.Wire.Reply;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of lots as they come from the world: section F of the cases. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
final class ImportHttpTest {
  private static final String HEADER =
      "asset_id,name,category,price_amount,price_currency,hold_for,attributes\n";

  private final String id = "L" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void a_file_is_imported_and_again_skipped() {
    String file =
        HEADER
            + id
            + "-1,\"Wheelset, Ø 920 mm\",rail-part,420000,CHF,PT10M,\"{\"\"axle_load_t\"\":22.5}\"\n"
            + id
            + "-2,Lamp,,,,,\n";

    assertThat(counts(csv(file))).isEqualTo("\"rows\":2,\"created\":2,\"updated\":0,\"skipped\":0");
    assertThat(counts(csv(file))).isEqualTo("\"rows\":2,\"created\":0,\"updated\":0,\"skipped\":2");

    Reply one = get(id + "-1");
    assertThat(one.member("name")).isEqualTo("Wheelset, Ø 920 mm");
    assertThat(one.json().path("price").path("amount").asLong()).isEqualTo(420_000);
    assertThat(one.member("hold_for")).isEqualTo("PT10M");
    assertThat(one.json().path("attributes").toString()).isEqualTo("{\"axle_load_t\":22.5}");
  }

  @Test
  void lines_of_json_are_imported_like_rows_of_csv() {
    String lines =
        "{\"asset_id\":\""
            + id
            + "-1\",\"name\":\"Lamp\",\"price\":{\"amount\":5,\"currency\":\"EUR\"}}\r\n\n"
            + "{\"asset_id\":\""
            + id
            + "-2\",\"name\":\"Clock\",\"attributes\":{\"b\":1,\"a\":[null]}}";

    Reply answer = ndjson(lines);

    assertThat(counts(answer)).isEqualTo("\"rows\":2,\"created\":2,\"updated\":0,\"skipped\":0");
    assertThat(get(id + "-1").json().path("price").path("currency").asText()).isEqualTo("EUR");
    assertThat(csv("asset_id,name\n" + id + "-1,Lamp\n").body()).contains("\"skipped\":1");
  }

  @Test
  void what_differs_is_reported_and_with_update_changed() {
    csv("asset_id,name,category\n" + id + ",Lamp,light\n");

    Reply reported = csv("asset_id,name,category\n" + id + ",Lantern,\n");
    assertRefused(reported, "2 name", "2 category");
    Reply updated = csv("?mode=update", "asset_id,name,category\n" + id + ",Lantern,\n");

    assertThat(counts(updated)).isEqualTo("\"rows\":1,\"created\":0,\"updated\":1,\"skipped\":0");
    assertThat(get(id).member("name")).isEqualTo("Lantern");
    assertThat(get(id).json().has("category")).isFalse();
    assertThat(csv("?mode=overwrite", "asset_id,name\n").member("field")).isEqualTo("mode");
  }

  @Test
  void B02_a_status_in_a_file_is_refused() {
    assertRefused(csv("asset_id,name,status\n" + id + ",Lamp,SOLD\n"), "1 status");
    assertRefused(
        ndjson("{\"asset_id\":\"" + id + "\",\"name\":\"Lamp\",\"status\":\"SOLD\"}"), "1 status");
    assertThat(get(id).status()).isEqualTo(404);
  }

  @Test
  void B48_B49_a_file_is_the_same_with_and_without_a_byte_order_mark() {
    String bare = "asset_id,name\n" + id + ",Lamp\n";
    assertThat(csv("\uFEFF" + bare).body()).contains("\"created\":1");
    assertThat(csv(bare).body()).contains("\"skipped\":1");
    assertThat(csv("\uFEFF\"asset_id\",name\n" + id + ",Lamp\n").body()).contains("\"skipped\":1");
    assertThat(ndjson("\uFEFF{\"asset_id\":\"" + id + "\",\"name\":\"Lamp\"}").body())
        .contains("\"skipped\":1");
  }

  @Test
  void B48_a_mark_inside_the_quotes_of_a_header_is_refused_not_dropped() {
    assertRefused(
        csv("\"\uFEFFasset_id\",name\n" + id + ",Lamp\n"), "1 \uFEFFasset_id", "1 asset_id");
  }

  @Test
  void B48_other_encodings_are_refused_by_name() {
    String text = "asset_id,name\n" + id + ",Züri\n";
    assertThat(why(send("text/csv", "", bytes("fffe", text.getBytes(UTF_16LE)))))
        .contains("UTF-16LE");
    assertThat(why(send("text/csv", "", text.getBytes(UTF_16LE)))).contains("UTF-16LE");
    Reply windows = send("text/csv", "", text.getBytes(ISO_8859_1));
    assertThat(why(windows)).contains("Windows-1252");
    assertRefused(windows, "2 ");
    assertThat(why(send("text/csv", "", bytes("1f8b0800", new byte[20])))).contains("gzip");
    assertThat(why(send("text/csv; charset=windows-1252", "", text.getBytes(UTF_8))))
        .contains("windows-1252");
    assertThat(send("text/csv; charset=UTF-8", "", text.getBytes(UTF_8)).status()).isEqualTo(200);
  }

  @Test
  void B50_one_bad_row_of_500_leaves_nothing_and_the_mended_file_goes_in_once() {
    String good = HEADER + lots(500, "CHF");
    String bad = good.replace(id + "-250,Lot,,1,CHF", id + "-250,Lot,,1,chf");

    assertRefused(csv(bad), "251 price_currency");
    assertThat(get(id + "-1").status()).isEqualTo(404);
    assertThat(csv(good).body()).contains("\"created\":500");
    assertThat(csv(good).body()).contains("\"skipped\":500");
  }

  @Test
  void every_bad_row_is_told_with_its_line_and_column() {
    String file =
        HEADER
            + id
            + " 1,Lamp,,,,,\n"
            + id
            + "-2,,,,,,\n"
            + id
            + "-3,\"two\nlines\",,,,,\n"
            + id
            + "-4,Lamp,,1.50,CHF,,\n"
            + id
            + "-5,Lamp,,,CHF,,\n"
            + id
            + "-6,Lamp,,5,,,\n"
            + id
            + "-7,Lamp,,,,5 min,\n"
            + id
            + "-8,Lamp,,,,PT25H,\n"
            + id
            + "-9,Lamp,,,,,\"[1]\"\n"
            + id
            + "-10,Lamp,,,,,\"{\"\"a\"\":\"\"\\u0000\"\"}\"\n"
            + id
            + "-11,Lamp\n"
            + id
            + "-12,Lamp,,,,,\n"
            + id
            + "-12,Lamp,,,,,\n"
            + id
            + "-13,Lamp,,-5,CHF,,\n"
            + id
            + "-14,Lamp,,0,CHF,,\n"
            + id
            + "-15,Lamp,,99999999999999999999,CHF,,\n";

    assertRefused(
        csv(file),
        "2 asset_id",
        "3 name",
        "4 name",
        "6 price_amount",
        "7 price_amount",
        "8 price_currency",
        "9 hold_for",
        "10 hold_for",
        "11 attributes",
        "12 attributes",
        "13 ",
        "15 asset_id",
        "16 price_amount",
        "17 price_amount",
        "18 price_amount");
  }

  @Test
  void every_bad_line_of_json_is_told() {
    assertRefused(
        ndjson(
            "{\"asset_id\":\""
                + id
                + "\"}\n"
                + "[]\n"
                + "{\"asset_id\":3,\"name\":\"Lamp\",\"price\":{\"amount\":1.0,\"currency\":\"CHF\"}}\n"
                + "{\"asset_id\":\"a\",\"asset_id\":\"b\",\"name\":\"Lamp\"}\n"
                + "{\"asset_id\":\"a\",\"name\":\"Lamp\"} {}\n"
                + "{\"asset_id\":\"a\",\"name\":\"Lamp\",\"hold_for\":300,\"colour\":\"red\"}\n"),
        "1 name",
        "2 ",
        "3 asset_id",
        "3 price.amount",
        "4 ",
        "5 ",
        "6 hold_for",
        "6 colour");
  }

  @Test
  void B52_csv_is_read_as_rfc_4180_says() {
    String file =
        "asset_id,category,name\r\n"
            + id
            + "-1,\"a,b\",\"say \"\"hello\"\"\"\r\n"
            + "\r\n"
            + id
            + "-2,,=1+1";
    assertThat(csv(file).body()).contains("\"created\":2");
    assertThat(get(id + "-1").member("name")).isEqualTo("say \"hello\"");
    assertThat(get(id + "-1").member("category")).isEqualTo("a,b");
    assertThat(get(id + "-2").member("name")).isEqualTo("=1+1");

    assertThat(csv("asset_id,name\r" + id + "-3,Lamp\r").body()).contains("\"created\":1");
    assertThat(get(id + "-3").member("name")).isEqualTo("Lamp");
    assertThat(csv("asset_id,name\n").body()).contains("\"rows\":0");
  }

  @Test
  void B52_line_numbers_are_those_of_the_file_whatever_quotes_contain() {
    assertRefused(
        csv(
            "asset_id,name,attributes\n"
                + id
                + "-1,Lamp,\"{\n\n\"\"a\"\":1}\"\n\n"
                + id
                + "-2,,\n"),
        "6 name");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          asset_id;name     | semicolons
          asset_id,nome     | known
          asset_id          | missing
          asset_id,name,name | twice
          Asset_ID,name     | write asset_id
          asset_id,name,price_amount | price_currency
          """)
  void B52_a_header_that_is_none_is_refused_by_name(String header, String told) {
    Reply answer = csv(header + "\n" + id + "-1,Lamp\n");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body()).contains(told);
  }

  @Test
  void B52_an_empty_file_and_an_open_quote_are_refused() {
    assertThat(why(csv(""))).contains("empty");
    assertThat(why(ndjson(""))).contains("empty");
    assertThat(why(csv("asset_id,name\n" + id + "-1,Lamp\n" + id + "-2,\"Lamp\n")))
        .contains("quote");
    assertThat(get(id + "-1").status()).isEqualTo(404);
  }

  @Test
  void B45_ids_of_digits_and_letters_stay_texts() {
    String zeros = "000" + id + "E26";
    assertThat(csv("asset_id,name\n" + zeros + ",00042\n").body()).contains("\"created\":1");
    assertThat(get(zeros).member("name")).isEqualTo("00042");
    assertRefused(csv("asset_id,name\n2.19E+26,Lamp\n"), "2 asset_id");
  }

  @Test
  void the_same_key_replays_and_another_file_under_it_is_refused() {
    byte[] file = ("asset_id,name\n" + id + ",Lamp\n").getBytes(UTF_8);
    Reply first = request("text/csv", "").header("Idempotency-Key", id).body(file).send();
    Reply second = request("text/csv", "").header("Idempotency-Key", id).body(file).send();

    assertThat(second.body()).isEqualTo(first.body()).contains("\"created\":1");
    assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(
            request("text/csv", "?mode=update")
                .header("Idempotency-Key", id)
                .body(file)
                .send()
                .member("error_code"))
        .isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(request("text/csv", "").body(file).send().member("error_code"))
        .isEqualTo("IDEMPOTENCY_KEY_MISSING");
  }

  @Test
  void a_file_larger_than_other_bodies_is_read_and_other_media_types_are_not() throws Exception {
    String file = HEADER + lots(20_000, "CHF");
    assertThat(file.length()).isGreaterThan(300_000);
    Set<String> before = uploadsOnDisk();

    assertThat(csv(file).body()).contains("\"created\":20000");
    assertThat(send("application/json", "", "{}".getBytes(UTF_8)).status()).isEqualTo(415);
    assertThat(before).containsAll(uploadsOnDisk());
  }

  private static Set<String> uploadsOnDisk() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("satu-import"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void without_a_key_nothing_is_read() {
    assertThat(
            Wire.open("POST", "/v1/assets/import")
                .header("Content-Type", "text/csv")
                .header("Idempotency-Key", id)
                .body(HEADER.getBytes(UTF_8))
                .send()
                .status())
        .isEqualTo(401);
  }

  private String lots(int count, String currency) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> id + "-" + i + ",Lot,,1," + currency + ",,\n")
        .collect(Collectors.joining());
  }

  private static Reply csv(String file) {
    return csv("", file);
  }

  private static Reply csv(String query, String file) {
    return send("text/csv", query, file.getBytes(UTF_8));
  }

  private static Reply ndjson(String file) {
    return send("application/x-ndjson", "", file.getBytes(UTF_8));
  }

  private static Reply send(String type, String query, byte[] file) {
    return request(type, query)
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .body(file)
        .send();
  }

  private static Wire request(String type, String query) {
    return Wire.keyed("POST", "/v1/assets/import" + query).header("Content-Type", type);
  }

  private static Reply get(String asset) {
    return Wire.keyed("GET", "/v1/assets/" + asset).send();
  }

  private static byte[] bytes(String hex, byte[] rest) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(java.util.HexFormat.of().parseHex(hex));
    all.writeBytes(rest);
    return all.toByteArray();
  }

  /** What is between the import's id and the time that it took. */
  private static String counts(Reply answer) {
    Matcher whole =
        Pattern.compile("\\{\"import_id\":\"imp_\\w{26}\",(.*),\"published_in\":\"PT[0-9.]+S\"}")
            .matcher(answer.body());
    assertThat(whole.matches()).as(answer.body()).isTrue();
    return whole.group(1);
  }

  private static String why(Reply answer) {
    assertThat(answer.member("error_code")).isEqualTo("IMPORT_REFUSED");
    return answer.json().path("bad_rows").path(0).path("why").asText();
  }

  private static void assertRefused(Reply answer, String... bad) {
    assertThat(answer.member("error_code")).as(answer.body()).isEqualTo("IMPORT_REFUSED");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(
            StreamSupport.stream(answer.json().path("bad_rows").spliterator(), false)
                .map(row -> row.path("line").asText() + " " + row.path("column").asText()))
        .containsExactly(bad);
  }
}
