package dev.satu.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ids that callers give. The tests run in Turkish, where i and I are no pair. */
class IdsTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void an_id_is_1_to_64_characters_of_its_alphabet(String field, Function<String, Object> id) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    assertThat(id.apply(alphabet).toString()).isEqualTo(alphabet);
    assertThat(id.apply("._~:-").toString()).isEqualTo("._~:-");
    assertThat(id.apply("x").toString()).isEqualTo("x");
    assertThat(id.apply("x".repeat(64)).toString()).hasSize(64);
    assertThatThrownBy(() -> id.apply("x".repeat(65)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith(field + " ");
    assertThatThrownBy(() -> id.apply("")).isInstanceOf(InvalidValue.class);
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        kind("asset_id", AssetId::new),
        kind("buyer_id", BuyerId::new),
        kind("account_id", AccountId::new),
        kind("gateway", Gateway::new),
        kind("payment_ref", PaymentRef::new));
  }

  private static Arguments kind(String field, Function<String, Object> id) {
    return Arguments.of(field, id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "a b",
        "a/b",
        "a\\b",
        "a'b",
        "a\"b",
        "a;b",
        "a%b",
        "a,b",
        "a\u0000",
        "a\n",
        "\u0131",
        "\u0130",
        "\u017f",
        "\u212a",
        "\uff41",
        "\u0660",
        "\u00e9",
        "e\u0301",
        "\ud83d\ude00",
        "\u202e",
        "\u200d",
        "\ud800"
      })
  void nothing_else_is_an_id(String text) {
    assertThatThrownBy(() -> new AssetId(text)).isInstanceOf(InvalidValue.class);
  }

  @Test
  void ids_that_differ_in_case_differ() {
    assertThat(new AssetId("i")).isNotEqualTo(new AssetId("I"));
    assertThat("I".toLowerCase(Locale.getDefault()))
        .as("the tests run in Turkish")
        .isEqualTo("\u0131");
  }

  @Test
  void money_is_positive_and_has_a_currency_of_three_letters() {
    assertThat(new Money(Long.MAX_VALUE, "JPY").amount()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> new Money(0, "CHF")).hasMessageStartingWith("amount ");
    assertThatThrownBy(() -> new Money(-1, "CHF")).hasMessageStartingWith("amount ");
    for (String bad : new String[] {"", "CH", "CHFF", "chf", "CH\u0130", "C F", "CHF\n", "123"}) {
      assertThatThrownBy(() -> new Money(1, bad))
          .isInstanceOf(InvalidValue.class)
          .hasMessageStartingWith("currency ");
    }
  }

  @Test
  void an_api_key_acts_for_all_buyers_of_its_account_and_a_token_for_its_own() {
    AccountId shop = new AccountId("shop");
    BuyerId one = new BuyerId("one");
    Caller server = Caller.of(shop);
    Caller token = new Caller(shop, one);

    assertThat(server.mayActFor(shop, one)).isTrue();
    assertThat(server.mayActFor(new AccountId("elsewhere"), one)).isFalse();
    assertThat(token.mayActFor(shop, one)).isTrue();
    assertThat(token.mayActFor(shop, new BuyerId("two"))).isFalse();
    assertThat(token.mayActFor(new AccountId("elsewhere"), one)).isFalse();
    assertThat(server.actor()).isEqualTo("account:shop");
    assertThat(token.actor()).isEqualTo("buyer:one");
  }
}
