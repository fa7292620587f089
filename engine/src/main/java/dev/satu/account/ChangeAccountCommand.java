package dev.satu.account;

import dev.satu.idempotency.IdempotencyKey;
import dev.satu.idempotency.KeyedCommand;
import dev.satu.reservation.OwnHold;
import dev.satu.value.AccountId;
import dev.satu.value.Caller;
import dev.satu.value.InvalidValue;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes what an account chose.
 *
 * @param version the version that the change was made for: another one is refused
 * @param change what becomes different
 */
public record ChangeAccountCommand(
    Caller caller, IdempotencyKey key, AccountId account, long version, Change change)
    implements KeyedCommand {

  /**
   * What becomes different; {@code null} leaves a value as it is. An empty inner {@link Optional}
   * takes a limit away.
   */
  @SuppressWarnings("NullableOptional") // Three things can be said of a limit: keep, drop, set.
  public record Change(
      @Nullable String name,
      @Nullable OwnHold ownHold,
      @Nullable Optional<Integer> liveHolds,
      @Nullable Optional<Duration> pauseAfterExpiry) {

    /**
     * @throws InvalidValue naming the value that breaks its rule
     */
    public Change {
      if (name != null) {
        Texts.check("name", name);
      }
    }

    AccountRules of(AccountRules before) {
      return new AccountRules(
          ownHold == null ? before.ownHold() : ownHold,
          liveHolds == null ? before.liveHolds() : liveHolds,
          pauseAfterExpiry == null ? before.pauseAfterExpiry() : pauseAfterExpiry);
    }
  }

  /**
   * @throws InvalidValue naming the value that breaks its rule
   */
  public ChangeAccountCommand {
    change.of(AccountRules.DEFAULT);
  }

  @Override
  public List<@Nullable String> fingerprintParts() {
    return Arrays.<@Nullable String>asList(
        "account.change",
        account.text(),
        Long.toString(version),
        change.name(),
        change.ownHold() == null ? null : change.ownHold().name(),
        String.valueOf(change.liveHolds()),
        String.valueOf(change.pauseAfterExpiry()));
  }
}
