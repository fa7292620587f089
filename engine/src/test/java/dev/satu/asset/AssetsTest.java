package dev.satu.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.hold.Reservation;
import dev.satu.value.AssetId;
import dev.satu.value.InvalidValue;
import dev.satu.value.Money;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssetsTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  @Test
  void a_new_asset_is_available_and_shows_what_was_given() {
    AssetId id = new AssetId(satu.newName("lot"));
    CreateCommand command =
        new CreateCommand(
            Installed.SERVER,
            satu.newKey(),
            id,
            "Tamper",
            Optional.of("rail"),
            Optional.of(new Money(1_250_000, "CHF")),
            Optional.of(Duration.ofMinutes(90)),
            "{\"year\": 1987}");

    Asset asset = create(command);

    assertThat(asset.status()).isEqualTo(AssetStatus.AVAILABLE);
    assertThat(asset.name()).isEqualTo("Tamper");
    assertThat(asset.category()).contains("rail");
    assertThat(asset.price()).contains(new Money(1_250_000, "CHF"));
    assertThat(asset.holdFor()).contains(Duration.ofMinutes(90));
    assertThat(asset.attributes()).isEqualTo("{\"year\": 1987}");
    assertThat(asset.version()).isEqualTo(1);
    assertThat(satu.satu().assets().find(id)).contains(asset);
    assertThat(fromJson(asset, "{price,amount}")).isEqualTo("1250000");
    assertThat(Duration.parse(fromJson(asset, "{hold_for}"))).isEqualTo(Duration.ofMinutes(90));
  }

  @Test
  void an_asset_with_nothing_but_a_name_shows_nothing_else() {
    CreateCommand command =
        CreateCommand.of(Installed.SERVER, satu.newKey(), new AssetId(satu.newName("lot")), "Lot");

    Asset asset = create(command);

    assertThat(asset.json())
        .matches(
            "\\{\"asset_id\":\"[^\"]+\",\"name\":\"Lot\",\"status\":\"AVAILABLE\",\"attributes\":\\{\\},"
                + "\"created_at\":\"[^\"]+\",\"version\":1\\}");
    assertThat(asset.holdFor()).isEmpty();
    assertThat(Answers.replay(satu.satu().assets().create(command)).outcome())
        .isEqualTo(new CreateOutcome.Created(asset));
  }

  @Test
  void an_unknown_asset_is_not_found() {
    assertThat(satu.satu().assets().find(new AssetId("never-listed"))).isEmpty();
  }

  @Test
  void an_id_that_is_taken_is_refused_and_nothing_changed() {
    AssetId id = satu.newAsset();

    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThat(
                    Answers.first(
                        satu.satu()
                            .assets()
                            .create(
                                CreateCommand.of(Installed.SERVER, satu.newKey(), id, "Another"))))
                .isEqualTo(new CreateOutcome.AlreadyExists()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"quoted\" and 'quoted'",
        "back\\slash \\u0041 \\n",
        "</script><b>&amp;",
        "\uD83D\uDE82 a train \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
        "\u05E7\u05E8\u05D5\u05DF \u202Eright to left\u202C",
        "line\u2028and paragraph\u2029separators",
        "e\u0301 is not \u00e9",
        "\u0131I\u0130i",
        "  spaces kept  ",
        "\uFEFF\uFFFD\uFFFF",
        "%s {0} ${x} ?"
      })
  void a_name_comes_back_as_it_was_given(String name) {
    Asset asset =
        create(
            CreateCommand.of(
                Installed.SERVER, satu.newKey(), new AssetId(satu.newName("lot")), name));

    assertThat(asset.name()).isEqualTo(name);
    assertThat(satu.satu().assets().find(asset.id()).orElseThrow().name()).isEqualTo(name);
    assertThat(fromJson(asset, "{name}")).isEqualTo(name);
  }

  @Test
  void a_name_is_at_most_255_characters_however_many_units_they_take() {
    String longest = "\uD83D\uDE82".repeat(255);
    Asset asset =
        create(
            CreateCommand.of(
                Installed.SERVER, satu.newKey(), new AssetId(satu.newName("lot")), longest));

    assertThat(asset.name()).isEqualTo(longest);
    assertRefused("name", longest + "x", Optional.empty());
    assertRefused("category", "Lot", Optional.of("c".repeat(65)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\u2003\u2028",
        "a\u0000",
        "a\nb",
        "a\tb",
        "a\u007f",
        "a\u0085",
        "a\ud83d",
        "\ude82a"
      })
  void a_name_of_nothing_or_with_control_characters_or_half_characters_is_refused(String name) {
    assertRefused("name", name, Optional.empty());
    assertRefused("category", "Lot", Optional.of(name));
  }

  @Test
  void attributes_keep_nulls_nesting_and_odd_texts() {
    String attributes =
        "{\"nothing\": null, \"list\": [1, [2.50, {\"deep\": {}}], null], \"\": \"empty\","
            + " \"odd\": \"\\\"\\\\\\n\\t\u2028\uD83D\uDE82\", \"big\": 12345678901234567890.10}";
    CreateCommand command =
        new CreateCommand(
            Installed.SERVER,
            satu.newKey(),
            new AssetId(satu.newName("lot")),
            "Lot",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            attributes);

    Asset asset = create(command);

    for (String shown : new String[] {asset.attributes(), fromJson(asset, "{attributes}")}) {
      assertThat(satu.database().queryLong("SELECT (?::jsonb = ?::jsonb)::int", shown, attributes))
          .isEqualTo(1);
    }
    assertThat(asset.attributes()).contains("12345678901234567890.10", "2.50");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]", "null", "1", "\"text\"", "{\"a\": \"\\u0000\"}", "{'a': 1}"})
  void attributes_that_are_no_json_object_are_refused_by_their_name(String attributes) {
    Snapshot.assertUnchangedBy(
        satu,
        () ->
            assertThatThrownBy(() ->
                    satu.satu()
                        .assets()
                        .create(
                            new CreateCommand(
                                Installed.SERVER,
                                satu.newKey(),
                                new AssetId(satu.newName("lot")),
                                "Lot",
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                attributes)))
                .isInstanceOf(InvalidValue.class)
                .hasMessageStartingWith("attributes "));
  }

  @Test
  void a_live_hold_shows_its_end_but_not_its_buyer() {
    AssetId id = satu.newAsset();
    Reservation hold = satu.hold(id, "secretive");

    Asset asset = satu.satu().assets().find(id).orElseThrow();

    assertThat(asset.status()).isEqualTo(AssetStatus.HELD);
    assertThat(asset.json()).contains("\"hold_expires_at\":").doesNotContain("secretive");
    assertThat(asset.json()).doesNotContain(hold.id().text());
  }

  @Test
  void an_overdue_hold_shows_as_available_before_any_sweep() {
    AssetId id = satu.newAsset();
    satu.letExpireIn(satu.hold(id, "buyer"), Duration.ofNanos(-1000));

    Asset asset = satu.satu().assets().find(id).orElseThrow();

    assertThat(asset.status()).isEqualTo(AssetStatus.AVAILABLE);
    assertThat(asset.json()).contains("\"status\":\"AVAILABLE\"").doesNotContain("hold_expires_at");
    assertThat(asset.version()).isEqualTo(2);
  }

  private static Asset create(CreateCommand command) {
    return Answers.first(satu.satu().assets().create(command), CreateOutcome.Created.class).asset();
  }

  private static String fromJson(Asset asset, String path) {
    return satu.database().queryText("SELECT ?::json #>> ?::text[]", asset.json(), path);
  }

  private static void assertRefused(String field, String name, Optional<String> category) {
    assertThatThrownBy(() ->
            new CreateCommand(
                Installed.SERVER,
                satu.newKey(),
                new AssetId("any"),
                name,
                category,
                Optional.empty(),
                Optional.empty(),
                "{}"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith(field + " ");
  }
}
