package dev.satu.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Breakable;
import dev.satu.Installed;
import dev.satu.Unguarded;
import dev.satu.account.ChangeAccountCommand.Change;
import dev.satu.idempotency.Reply;
import dev.satu.reservation.OwnHold;
import dev.satu.value.AccountId;
import dev.satu.value.Slot;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Negative controls of accounts and keys: with a guard taken out the promise breaks; beside each
 * one the same story with its guard.
 */
class AccountAndKeyControlTest {
  private static final Change RENAMED = new Change("Second", null, null, null);

  @RegisterExtension final Breakable breakable = new Breakable();

  private final Installed satu = breakable.installed();

  @Test
  void a_status_that_is_not_looked_at_leaves_a_revoked_key_in_force() {
    Unguarded.apiKeyStatus()
        .with("status = 'ACTIVE' AND expires_at", "expires_at")
        .with("ELSE status END", "ELSE 'ACTIVE' END")
        .createIn(satu.database());

    assertThat(inForce(revokedKey())).isPresent();
  }

  @Test
  void a_revoked_key_is_not_in_force() {
    assertThat(inForce(revokedKey())).isEmpty();
    satu.assertInvariants();
  }

  @Test
  void an_expiry_that_is_not_looked_at_leaves_an_old_key_in_force() {
    Unguarded.apiKeyStatus().with("expires_at < t", "false").createIn(satu.database());

    assertThat(inForce(expiredKey())).isPresent();
  }

  @Test
  void an_expired_key_is_not_in_force() {
    assertThat(inForce(expiredKey())).isEmpty();
    satu.assertInvariants();
  }

  @Test
  void a_hash_that_need_not_be_unique_makes_one_key_two_accounts() {
    satu.database().execute("ALTER TABLE api_key DROP CONSTRAINT api_key_hash_once");
    KeyHash hash = newHash();

    create(account("acc-1", AccountRules.DEFAULT), hash);
    create(account("acc-2", AccountRules.DEFAULT), hash);

    assertThat(accountsOf(hash)).isEqualTo(2);
  }

  @Test
  void a_hash_that_is_unique_belongs_to_one_account() {
    KeyHash hash = newHash();
    create(account("acc-1", AccountRules.DEFAULT), hash);
    AccountId other = account("acc-2", AccountRules.DEFAULT);

    assertThatThrownBy(() -> create(other, hash)).hasMessageContaining("23505");

    assertThat(accountsOf(hash)).isEqualTo(1);
    assertThat(inForce(hash).orElseThrow().account().text()).isEqualTo("acc-1");
    satu.assertInvariants();
  }

  @Test
  void an_account_found_by_its_slot_alone_lends_its_rules_to_anothers_key() {
    KeyHash hash = keyOfTheSecondInASlot();

    assertThat(
            satu.database()
                .queryLong(
                    """
                    SELECT count(DISTINCT a.own_hold)
                      FROM api_key k
                      JOIN account a ON a.slot = k.account_slot
                     WHERE k.slot = ? AND k.hash = ?
                    """,
                    hash.slot(),
                    hash.bytes()))
        .isEqualTo(2);
  }

  @Test
  void an_account_found_by_its_id_gives_its_keys_its_own_rules() {
    assertThat(inForce(keyOfTheSecondInASlot()).orElseThrow().rules().ownHold())
        .isEqualTo(OwnHold.REFUSE);
    satu.assertInvariants();
  }

  @Test
  void a_successor_of_another_account_is_seen() {
    AccountId other = account("acc-2", AccountRules.DEFAULT);
    satu.database()
        .execute(
            "CREATE FUNCTION lend() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " IF NEW.rotated_from IS NOT NULL THEN NEW.account_id := 'acc-2';"
                + " NEW.account_slot := "
                + Slot.of(other)
                + "; END IF; RETURN NEW; END $$");
    satu.database()
        .execute(
            "CREATE TRIGGER lends BEFORE INSERT ON api_key FOR EACH ROW EXECUTE FUNCTION lend()");

    rotate(create(account("acc-1", AccountRules.DEFAULT), newHash()));

    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining("the key that took another's place belongs to the same account");
  }

  @Test
  void a_key_of_no_account_is_seen_and_not_in_force() {
    KeyHash hash = newHash();
    create(account("acc-1", AccountRules.DEFAULT), hash);
    satu.database().execute("DELETE FROM account WHERE id = 'acc-1'");

    assertThat(inForce(hash)).isEmpty();
    assertThatThrownBy(satu::assertInvariants)
        .hasMessageContaining("every API key belongs to an account");
  }

  @Test
  void a_version_that_stands_still_lets_a_change_overwrite_one_it_has_not_seen() {
    forgets("account", "version");

    assertThat(secondChangeOfTheFirstVersion()).isInstanceOf(ChangeAccountOutcome.Changed.class);
    assertThat(nameOf("acc-1")).isEqualTo("Second");
  }

  @Test
  void a_version_that_moves_refuses_the_change_of_an_older_one() {
    assertThat(secondChangeOfTheFirstVersion())
        .isInstanceOf(ChangeAccountOutcome.OtherVersion.class);
    assertThat(nameOf("acc-1")).isEqualTo("First");
    satu.assertInvariants();
  }

  @Test
  void a_key_that_forgets_its_successor_is_rotated_twice() {
    forgets("api_key", "replaced_by");

    assertThat(secondRotation()).isInstanceOf(RotateKeyOutcome.Rotated.class);
    assertThat(successors()).isEqualTo(2);
  }

  @Test
  void a_key_that_knows_its_successor_is_rotated_once() {
    assertThat(secondRotation()).isInstanceOf(RotateKeyOutcome.AlreadyRotated.class);
    assertThat(successors()).isEqualTo(1);
    satu.assertInvariants();
  }

  private KeyHash revokedKey() {
    KeyHash hash = newHash();
    ApiKey key = create(account("acc-1", AccountRules.DEFAULT), hash);
    Answers.first(
        satu.satu()
            .apiKeys()
            .revoke(new RevokeKeyCommand(Installed.SERVER, satu.newKey(), key.id(), "it leaked")),
        RevokeKeyOutcome.Revoked.class);
    return hash;
  }

  private KeyHash expiredKey() {
    KeyHash hash = newHash();
    ApiKey key = create(account("acc-1", AccountRules.DEFAULT), hash);
    satu.database()
        .execute(
            "UPDATE api_key SET expires_at = clock_timestamp() - interval '1 ms' WHERE id = ?",
            key.id().text());
    return hash;
  }

  /** A key of an account that refuses; another account, which returns, has the same slot. */
  private KeyHash keyOfTheSecondInASlot() {
    AccountId first = new AccountId("acc-0");
    account("acc-0", AccountRules.DEFAULT);
    String second = "acc-1";
    for (int i = 2; Slot.of(new AccountId(second)) != Slot.of(first); i++) {
      second = "acc-" + i;
    }
    KeyHash hash = newHash();
    create(
        account(second, new AccountRules(OwnHold.REFUSE, Optional.empty(), Optional.empty())),
        hash);
    return hash;
  }

  private ChangeAccountOutcome secondChangeOfTheFirstVersion() {
    account("acc-1", AccountRules.DEFAULT);
    Answers.first(
        change(new Change("First", null, null, null)), ChangeAccountOutcome.Changed.class);
    return Answers.first(change(RENAMED));
  }

  private Reply<ChangeAccountOutcome> change(Change change) {
    return satu.satu()
        .accounts()
        .change(
            new ChangeAccountCommand(
                Installed.SERVER, satu.newKey(), new AccountId("acc-1"), 1, change));
  }

  private RotateKeyOutcome secondRotation() {
    ApiKey old = create(account("acc-1", AccountRules.DEFAULT), newHash());
    assertThat(rotate(old)).isInstanceOf(RotateKeyOutcome.Rotated.class);
    return rotate(old);
  }

  private RotateKeyOutcome rotate(ApiKey old) {
    return Answers.first(
        satu.satu()
            .apiKeys()
            .rotate(
                new RotateKeyCommand(
                    Installed.SERVER, satu.newKey(), old.id(), Duration.ofHours(1), newHash())));
  }

  /** From now on an update of the table leaves this column as it was. */
  private void forgets(String table, String column) {
    satu.database()
        .execute(
            "CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."
                + column
                + " := OLD."
                + column
                + "; RETURN NEW; END $$");
    satu.database()
        .execute(
            "CREATE TRIGGER forgets BEFORE UPDATE ON "
                + table
                + " FOR EACH ROW EXECUTE FUNCTION forget()");
  }

  private AccountId account(String id, AccountRules rules) {
    AccountId account = new AccountId(id);
    Answers.first(
        satu.satu()
            .accounts()
            .create(
                new CreateAccountCommand(
                    Installed.SERVER, satu.newKey(), account, "A shop", rules)),
        CreateAccountOutcome.Created.class);
    return account;
  }

  private ApiKey create(AccountId account, KeyHash hash) {
    CreateKeyCommand command =
        new CreateKeyCommand(
            Installed.SERVER,
            satu.newKey(),
            account,
            "Web",
            List.of("read"),
            Optional.empty(),
            hash);
    return Answers.first(satu.satu().apiKeys().create(command), CreateKeyOutcome.Created.class)
        .key();
  }

  private Optional<KeyInForce> inForce(KeyHash hash) {
    return satu.satu().apiKeys().inForce(hash);
  }

  private long accountsOf(KeyHash hash) {
    return satu.database()
        .queryLong("SELECT count(DISTINCT account_id) FROM api_key WHERE hash = ?", hash.bytes());
  }

  private long successors() {
    return satu.database().queryLong("SELECT count(*) FROM api_key WHERE rotated_from IS NOT NULL");
  }

  private String nameOf(String account) {
    return satu.database().queryText("SELECT name FROM account WHERE id = ?", account);
  }

  private static KeyHash newHash() {
    byte[] hash = new byte[32];
    new SecureRandom().nextBytes(hash);
    return new KeyHash(hash);
  }
}
