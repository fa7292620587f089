package dev.satu.account;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new account. Without API keys nobody can act for it yet.
 *
 * @param name 1 to 255 characters, for people
 */
public record CreateAccountCommand(
    Caller caller, IdempotencyKey key, AccountId account, String name, AccountRules rules)
    implements KeyedCommand {

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public CreateAccountCommand {
    Texts.check("name", name);
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return Texts.parts("account.create", account.text(), name, rules);
  }
}
