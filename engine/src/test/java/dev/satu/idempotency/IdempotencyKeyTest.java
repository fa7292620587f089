package dev.satu.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.value.InvalidValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {
  @Test
  void a_key_is_any_printable_ascii() {
    StringBuilder all = new StringBuilder();
    for (char c = ' '; c <= '~'; c++) {
      all.append(c);
    }

    assertThat(new IdempotencyKey(all.toString()).text()).hasSize(95);
    assertThat(new IdempotencyKey(" ").text()).isEqualTo(" ");
  }

  @Test
  void a_key_is_at_most_128_characters() {
    assertThat(new IdempotencyKey("k".repeat(128)).text()).hasSize(128);
    assertThatThrownBy(() -> new IdempotencyKey("k".repeat(129))).isInstanceOf(InvalidValue.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a\tb",
        "a\n",
        "\u0000",
        "\u007f",
        "\u0080",
        "\u00a0",
        "cl\u00e9",
        "\u0131",
        "\u0130",
        "\uff41",
        "\u212a",
        "\ud83d\ude00",
        "\u200b",
        "\ud800"
      })
  void nothing_else_is_a_key(String text) {
    assertThatThrownBy(() -> new IdempotencyKey(text))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith("Idempotency-Key ");
  }
}
