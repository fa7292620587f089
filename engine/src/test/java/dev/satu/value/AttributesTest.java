package dev.satu.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes are bounded by what comes back, not by what was sent. */
class AttributesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"n\": [0, -1, 9007199254740993, 0.1, -2.5e-7, 1E+999, 1e-1000]}",
        "{\"text\": \"1e999999 and \\\" 1e999999\", \"1e999999\": true}",
        "{\"back\\\\\": \"\\\\\"}"
      })
  void numbers_of_an_ordinary_size_and_anything_in_texts_is_taken(String json) {
    assertThat(Attributes.checked(json)).isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": 1e1000}",
        "{\"a\": -1E+100000}",
        "{\"a\": 1e-1001}",
        "{\"a\": [[{\"b\": 1e99999999999}]]}",
        "{\"1e5\": \"\", \"a\": 1e5000}"
      })
  void a_giant_number_is_refused_by_the_name_of_the_field(String json) {
    assertThatThrownBy(() -> Attributes.checked(json))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("attributes must have numbers of at most 1000 digits, written out");
  }

  @Test
  void a_number_of_very_many_digits_is_refused_without_being_read() {
    assertThatThrownBy(() -> Attributes.checked("{\"a\": " + "9".repeat(60_000) + "}"))
        .isInstanceOf(InvalidValue.class);
    assertThat(Attributes.checked("{\"a\": " + "9".repeat(1_000) + "}")).hasSize(1_007);
  }

  @Test
  void many_large_numbers_are_counted_together() {
    assertThatThrownBy(() -> Attributes.checked("{\"a\": [" + "1e999,".repeat(70) + "1]}"))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("attributes must have at most 65536 characters, its numbers written out");
    assertThat(Attributes.checked("{\"a\": [" + "1e999,".repeat(60) + "1]}")).isNotEmpty();
  }

  @Test
  void half_a_character_and_too_many_characters_are_refused() {
    assertThatThrownBy(() -> Attributes.checked("{\"a\": \"\ud800\"}"))
        .isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> Attributes.checked("{\"a\": \"" + "x".repeat(65_536) + "\"}"))
        .isInstanceOf(InvalidValue.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\": \"", "{\"a\": \"\\", "-", "1-2.3e", "", "{\"a\": 1"})
  void what_is_no_json_is_left_to_the_database_or_refused_and_never_a_fault(String text) {
    try {
      assertThat(Attributes.checked(text)).isEqualTo(text);
    } catch (InvalidValue refused) {
      assertThat(refused.field()).isEqualTo("attributes");
    }
  }
}
