package dev.satu.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.account.AccountRules;
import dev.satu.server.http.ErrorCode;
import dev.satu.server.http.ProblemException;
import dev.satu.value.AccountId;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CredentialTest {
  private final Credential shop =
      Credential.ofKey(new AccountId("shop"), Set.of(Scope.CLAIM), AccountRules.DEFAULT);

  @Test
  void a_scope_that_the_key_has_lets_the_request_go_on() {
    assertThatCode(() -> shop.require(Scope.CLAIM)).doesNotThrowAnyException();
  }

  @Test
  void a_scope_that_the_key_lacks_is_named_in_a_403() {
    assertThatThrownBy(() -> shop.require(Scope.SETTLE))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refused -> {
              assertThat(refused.problem().status()).isEqualTo(403);
              assertThat(refused.problem().code()).isEqualTo(ErrorCode.SCOPE_MISSING);
              assertThat(refused.problem().extensions()).containsEntry("scope", "settle");
            });
  }
}
