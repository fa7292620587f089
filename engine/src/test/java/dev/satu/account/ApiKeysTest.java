package dev.satu.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.Answers;
import dev.satu.Installed;
import dev.satu.Snapshot;
import dev.satu.value.AccountId;
import dev.satu.value.InvalidValue;
import dev.satu.value.KeyId;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ApiKeysTest {
  @RegisterExtension static final Installed satu = new Installed(4);

  private static final AccountId OPERATOR = new AccountId("operator");
  private static final List<String> SCOPES = List.of("read", "claim");

  private static KeyHash newHash() {
    byte[] hash = new byte[32];
    new SecureRandom().nextBytes(hash);
    return new KeyHash(hash);
  }

  private static CreateKeyCommand create(KeyHash hash, Optional<Duration> lifetime) {
    return new CreateKeyCommand(
        Installed.SERVER, satu.newKey(), OPERATOR, "Web", SCOPES, lifetime, hash);
  }

  private static ApiKey key(KeyHash hash) {
    return made(create(hash, Optional.empty()));
  }

  private static ApiKey made(CreateKeyCommand command) {
    return Answers.first(satu.satu().apiKeys().create(command), CreateKeyOutcome.Created.class)
        .key();
  }

  private static RotateKeyCommand rotate(ApiKey key, Duration overlap, KeyHash hash) {
    return new RotateKeyCommand(Installed.SERVER, satu.newKey(), key.id(), overlap, hash);
  }

  private static ApiKey successor(RotateKeyCommand command) {
    return Answers.first(satu.satu().apiKeys().rotate(command), RotateKeyOutcome.Rotated.class)
        .successor();
  }

  private static RevokeKeyCommand revoke(KeyId id) {
    return new RevokeKeyCommand(Installed.SERVER, satu.newKey(), id, "it leaked");
  }

  private static ApiKey revoked(RevokeKeyCommand command) {
    return Answers.first(satu.satu().apiKeys().revoke(command), RevokeKeyOutcome.Revoked.class)
        .key();
  }

  private static boolean isInForce(KeyHash hash) {
    return satu.satu().apiKeys().inForce(hash).isPresent();
  }

  private static void letExpireIn(ApiKey key, Duration fromNow) {
    satu.database()
        .execute(
            "UPDATE api_key SET expires_at = clock_timestamp() + ?::interval WHERE slot = ? AND id = ?",
            fromNow.toString(),
            key.id().slot(),
            key.id().text());
  }

  @Test
  void a_new_key_is_in_force_and_is_found_by_its_hash() {
    KeyHash hash = newHash();

    ApiKey key = key(hash);

    KeyInForce found = satu.satu().apiKeys().inForce(hash).orElseThrow();
    assertThat(found.id()).isEqualTo(key.id());
    assertThat(found.account()).isEqualTo(OPERATOR);
    assertThat(found.scopes()).isEqualTo(Set.of("claim", "read"));
    assertThat(found.remaining()).isEmpty();
    assertThat(key.status()).isEqualTo(KeyStatus.ACTIVE);
    assertThat(satu.satu().apiKeys().find(key.id())).contains(key);
    assertThat(isInForce(newHash())).isFalse();
  }

  @Test
  void a_retry_brings_another_key_and_gets_the_facts_of_the_first() {
    KeyHash hash = newHash();
    KeyHash another = newHash();
    CreateKeyCommand command = create(hash, Optional.of(Duration.ofDays(30)));
    ApiKey key = made(command);
    CreateKeyCommand again =
        new CreateKeyCommand(
            Installed.SERVER,
            command.key(),
            OPERATOR,
            "Web",
            List.of("claim", "read"),
            command.lifetime(),
            another);

    assertThat(Answers.replay(satu.satu().apiKeys().create(again)).outcome())
        .isEqualTo(new CreateKeyOutcome.Created(key));
    assertThat(isInForce(another)).isFalse();
  }

  @Test
  void a_key_needs_an_account_that_is_there_and_scopes_that_are_known() {
    CreateKeyCommand homeless =
        new CreateKeyCommand(
            Installed.SERVER,
            satu.newKey(),
            new AccountId("nobody"),
            "Web",
            SCOPES,
            Optional.empty(),
            newHash());
    CreateKeyCommand root =
        new CreateKeyCommand(
            Installed.SERVER,
            satu.newKey(),
            OPERATOR,
            "Web",
            List.of("root"),
            Optional.empty(),
            newHash());

    Snapshot.assertUnchangedBy(
        satu,
        () -> {
          assertThat(Answers.first(satu.satu().apiKeys().create(homeless)))
              .isEqualTo(new CreateKeyOutcome.AccountNotFound());
          assertThatThrownBy(() -> satu.satu().apiKeys().create(root))
              .isInstanceOfSatisfying(
                  InvalidValue.class, e -> assertThat(e.field()).isEqualTo("scopes"));
        });
  }

  @Test
  void a_key_with_a_lifetime_ends_with_it_by_the_clock_alone() {
    KeyHash hash = newHash();
    ApiKey key = made(create(hash, Optional.of(Duration.ofHours(1))));
    assertThat(satu.satu().apiKeys().inForce(hash).orElseThrow().remaining().orElseThrow())
        .isBetween(Duration.ofMinutes(59), Duration.ofHours(1));

    letExpireIn(key, Duration.ofMillis(-1));

    assertThat(isInForce(hash)).isFalse();
    assertThat(satu.satu().apiKeys().find(key.id()).orElseThrow().status())
        .isEqualTo(KeyStatus.EXPIRED);
  }

  @Test
  void after_a_rotation_both_keys_are_in_force_until_the_overlap_ends() {
    KeyHash oldHash = newHash();
    KeyHash newHash = newHash();
    ApiKey old = key(oldHash);

    ApiKey successor = successor(rotate(old, Duration.ofMinutes(10), newHash));

    assertThat(isInForce(oldHash)).isTrue();
    assertThat(isInForce(newHash)).isTrue();
    assertThat(successor.account()).isEqualTo(old.account());
    assertThat(successor.scopes()).isEqualTo(old.scopes());
    assertThat(successor.expiresAt()).isEmpty();
    ApiKey rotated = satu.satu().apiKeys().find(old.id()).orElseThrow();
    assertThat(rotated.replacedBy()).contains(successor.id());

    letExpireIn(rotated, Duration.ofMillis(-1));

    assertThat(isInForce(oldHash)).isFalse();
    assertThat(isInForce(newHash)).isTrue();
  }

  @Test
  void a_rotation_never_prolongs_a_key_and_its_successor_lives_no_longer_either() {
    ApiKey old = made(create(newHash(), Optional.of(Duration.ofMinutes(5))));

    ApiKey successor = successor(rotate(old, Duration.ofHours(24), newHash()));

    assertThat(satu.satu().apiKeys().find(old.id()).orElseThrow().expiresAt())
        .isEqualTo(old.expiresAt());
    assertThat(successor.expiresAt()).isEqualTo(old.expiresAt());
  }

  @Test
  void a_key_is_rotated_once_and_only_while_it_is_in_force() {
    ApiKey old = key(newHash());
    RotateKeyCommand command = rotate(old, Duration.ofMinutes(1), newHash());
    ApiKey successor = successor(command);
    ApiKey ended = key(newHash());
    revoked(revoke(ended.id()));

    assertThat(
            Answers.first(
                satu.satu().apiKeys().rotate(rotate(old, Duration.ofMinutes(1), newHash()))))
        .isEqualTo(new RotateKeyOutcome.AlreadyRotated(successor.id()));
    assertThat(Answers.replay(satu.satu().apiKeys().rotate(command)).outcome())
        .isEqualTo(new RotateKeyOutcome.Rotated(successor));
    assertThat(
            Answers.first(
                satu.satu().apiKeys().rotate(rotate(ended, Duration.ofMinutes(1), newHash()))))
        .isEqualTo(new RotateKeyOutcome.NotInForce(KeyStatus.REVOKED));
  }

  @Test
  void a_revoked_key_is_not_found_in_force_and_stays_revoked_for_its_first_reason() {
    KeyHash hash = newHash();
    ApiKey key = key(hash);

    ApiKey revoked = revoked(revoke(key.id()));

    assertThat(isInForce(hash)).isFalse();
    assertThat(revoked.status()).isEqualTo(KeyStatus.REVOKED);
    assertThat(revoked.json())
        .contains("\"reason\":\"it leaked\"", "\"revoked_by\":\"account:shop\"");
    RevokeKeyCommand again =
        new RevokeKeyCommand(Installed.SERVER, satu.newKey(), key.id(), "another reason");
    assertThat(revoked(again)).isEqualTo(revoked);
  }

  @Test
  void an_unknown_key_is_not_found() {
    KeyId nobody = KeyId.create((short) 7);

    assertThat(satu.satu().apiKeys().find(nobody)).isEmpty();
    assertThat(Answers.first(satu.satu().apiKeys().revoke(revoke(nobody))))
        .isEqualTo(new RevokeKeyOutcome.NotFound());
    assertThat(
            Answers.first(
                satu.satu()
                    .apiKeys()
                    .rotate(
                        new RotateKeyCommand(
                            Installed.SERVER,
                            satu.newKey(),
                            nobody,
                            Duration.ofMinutes(1),
                            newHash()))))
        .isEqualTo(new RotateKeyOutcome.NotFound());
  }

  @Test
  void pages_show_the_keys_of_one_account_or_of_all() {
    ApiKey key = key(newHash());

    List<ApiKey> own =
        satu.satu().apiKeys().list(Optional.of(OPERATOR), Optional.empty(), 200).items();

    assertThat(own).contains(key);
    assertThat(satu.satu().apiKeys().list(Optional.empty(), Optional.empty(), 200).items())
        .isEqualTo(own);
    assertThat(
            satu.satu()
                .apiKeys()
                .list(Optional.of(new AccountId("nobody")), Optional.empty(), 200)
                .items())
        .isEmpty();
  }
}
