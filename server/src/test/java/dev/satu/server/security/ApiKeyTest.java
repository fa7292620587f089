package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ApiKeyTest {
  @Test
  void generated_keys_are_good_and_differ() {
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String key = ApiKey.generate();
      assertThat(key).hasSize(37);
      ApiKey.check(key);
      keys.add(key);
    }
    assertThat(keys).hasSize(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "satu_0f1e2d3c4b5a69788796a5b4c3d2e1f0", // 32 of hexadecimal
        "satu_Zm9vYmFyYmF6cXV1eHh5enp5-_", // base64url
        "satu_0123456789abcdefghjkmnpqrs" // 26 of base32
      })
  void a_key_with_128_bits_is_good(String key) {
    assertThatCode(() -> ApiKey.check(key)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "'',begins with satu_",
    "secret,begins with satu_",
    "sk_live_0123456789abcdefghjkmnpqrstvwxyz,begins with satu_",
    "SATU_0123456789abcdefghjkmnpqrstvwxyz,begins with satu_",
    "satu_,128 random bits",
    "satu_changeme,128 random bits",
    "satu_0f1e2d3c4b5a69788796a5b4c3d2e1f,128 random bits",
    "satu_12345678901234567890123456789012,128 random bits",
    "satu_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,128 random bits",
    "satu_0123456789abcdefghjkmnpqrstvwxy z,'letters, digits'",
    "satu_0123456789abcdefghjkmnpqrstvwxyzü,'letters, digits'",
  })
  void a_short_or_odd_key_is_refused_with_the_reason_and_without_the_key(
      String key, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ApiKey.check(key))
        .withMessageContaining(reason)
        .satisfies(refused -> {
          if (key.length() > 10) {
            assertThat(refused.getMessage()).doesNotContain(key.substring(5));
          }
        });
  }

  @Test
  void a_service_without_operator_key_does_not_start() {
    Assertions.assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> new OperatorKey(Optional.empty()))
        .withMessageContaining("SATU_OPERATOR_KEY");
  }

  @Test
  void a_service_with_a_weak_operator_key_does_not_start() {
    Assertions.assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> new OperatorKey(Optional.of("satu_admin")))
        .withMessageContaining("SATU_OPERATOR_KEY")
        .withMessageContaining("128 random bits");
  }

  @Test
  void only_the_operator_key_is_the_operator_key() {
    String key = ApiKey.generate();
    OperatorKey operator = new OperatorKey(Optional.of(key));
    assertThat(operator.is(key)).isTrue();
    assertThat(operator.is(key + "x")).isFalse();
    assertThat(operator.is(key.repeat(1_000))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "satu_", "satu_a b", "satu_é", "Satu_abc", "x.y.z"})
  void what_has_not_the_shape_of_a_key_is_not_looked_up(String text) {
    assertThat(ApiKey.isOne(text)).isFalse();
    assertThat(ApiKey.isOne(ApiKey.generate())).isTrue();
  }
}
