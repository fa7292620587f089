package dev.satu.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.satu.value.AccountId;
import dev.satu.value.BuyerId;
import dev.satu.value.Caller;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FingerprintsTest {
  private static final Caller SERVER = Caller.of(new AccountId("shop"));
  private static final Fingerprints FINGERPRINTS = new Fingerprints(new byte[32]);

  private record Request(Caller caller, IdempotencyKey key, List<@Nullable String> fingerprintParts)
      implements KeyedCommand {}

  @Test
  void equal_parts_are_the_same_request_whatever_the_key() {
    KeyedCommand one = new Request(SERVER, new IdempotencyKey("1"), List.of("a", "b"));
    KeyedCommand two = new Request(SERVER, new IdempotencyKey("2"), List.of("a", "b"));

    assertThat(FINGERPRINTS.of(one)).isEqualTo(FINGERPRINTS.of(two));
    assertThat(FINGERPRINTS.of(one)).hasSameHashCodeAs(FINGERPRINTS.of(two));
    assertThat(FINGERPRINTS.of(one).bytes()).hasSize(16);
  }

  @Test
  void where_a_part_ends_makes_a_difference() {
    assertThat(of("a", "bc")).isNotEqualTo(of("ab", "c"));
    assertThat(of("abc")).isNotEqualTo(of("ab", "c"));
    assertThat(of("a", "")).isNotEqualTo(of("a"));
    assertThat(of("", "a")).isNotEqualTo(of("a", ""));
    // The letters of a length, should it ever be written beside its part without being one.
    assertThat(of("\0\0\0\1a")).isNotEqualTo(of("a"));
  }

  @Test
  void the_order_of_parts_makes_a_difference() {
    assertThat(of("a", "b")).isNotEqualTo(of("b", "a"));
  }

  @Test
  void nothing_is_not_the_empty_text() {
    assertThat(of("a", null)).isNotEqualTo(of("a", ""));
    assertThat(of("a", null)).isNotEqualTo(of("a"));
    assertThat(of(null, "a")).isNotEqualTo(of("a", null));
  }

  @Test
  void letters_that_only_look_alike_make_a_difference() {
    assertThat(of("\u00e9")).isNotEqualTo(of("e\u0301"));
    assertThat(of("i")).isNotEqualTo(of("\u0131"));
    assertThat(of("K")).isNotEqualTo(of("\u212a"));
  }

  @Test
  void the_buyer_of_a_token_is_a_part_and_the_account_is_not() {
    KeyedCommand byServer = request(SERVER);
    KeyedCommand byOne = request(new Caller(new AccountId("shop"), new BuyerId("one")));
    KeyedCommand byTwo = request(new Caller(new AccountId("shop"), new BuyerId("two")));
    KeyedCommand elsewhere = request(Caller.of(new AccountId("elsewhere")));

    assertThat(FINGERPRINTS.of(byOne)).isNotEqualTo(FINGERPRINTS.of(byTwo));
    assertThat(FINGERPRINTS.of(byOne)).isNotEqualTo(FINGERPRINTS.of(byServer));
    assertThat(FINGERPRINTS.of(elsewhere)).isEqualTo(FINGERPRINTS.of(byServer));
  }

  @Test
  void another_installation_has_other_fingerprints() {
    byte[] secret = new byte[32];
    secret[31] = 1;

    assertThat(new Fingerprints(secret).of(request(SERVER)))
        .isNotEqualTo(FINGERPRINTS.of(request(SERVER)));
  }

  @Test
  void a_fingerprint_is_not_changed_by_changing_the_bytes_it_gave_out() {
    Fingerprint print = of("a");
    print.bytes()[0]++;

    assertThat(print).isEqualTo(of("a"));
  }

  private static Request request(Caller caller) {
    return new Request(caller, new IdempotencyKey("k"), List.of("place", "lot"));
  }

  private static Fingerprint of(@Nullable String... parts) {
    return FINGERPRINTS.of(
        new Request(SERVER, new IdempotencyKey("k"), Arrays.<@Nullable String>asList(parts)));
  }
}
