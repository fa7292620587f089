package dev.satu.server.account;

import dev.satu.reservation.OwnHold;
import dev.satu.server.http.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The JSON of accounts and keys. */
final class AccountBodies {
  private AccountBodies() {}

  /**
   * A new account.
   *
   * @param ownHold what a buyer is told who holds it already; absent: {@code RETURN}
   * @param liveHolds how many live holds a buyer may have; absent: any number for API keys, ten for
   *     buyers' tokens
   * @param pauseAfterExpiry how long a buyer waits whose hold expired; absent: not at all for API
   *     keys, a minute for buyers' tokens
   */
  record NewAccount(
      String accountId,
      String name,
      @Nullable OwnHold ownHold,
      @Nullable Integer liveHolds,
      @Nullable Duration pauseAfterExpiry) {}

  /** What is to change: a field that is not given stays, {@code null} takes a limit away. */
  record AccountChange(
      @Nullable Given<String> name,
      @Nullable Given<OwnHold> ownHold,
      @Nullable Given<Integer> liveHolds,
      @Nullable Given<Duration> pauseAfterExpiry) {}

  /** The same; for the description only. */
  record AccountChangeShown(
      @Nullable String name,
      @Nullable OwnHold ownHold,
      @Nullable Integer liveHolds,
      @Nullable Duration pauseAfterExpiry) {}

  /** An account as it is shown; for the description only, since the engine renders it. */
  record AccountShown(
      String accountId,
      String name,
      OwnHold ownHold,
      @Nullable Integer liveHolds,
      @Nullable Duration pauseAfterExpiry,
      Instant createdAt,
      long version) {}

  /** A page of accounts; for the description only. */
  record AccountListShown(
      List<AccountShown> items, @Schema(nullable = true) @Nullable String nextCursor) {}

  /**
   * A new API key.
   *
   * @param scopes what it may do: of claim, settle, read, operator
   * @param lifetime how long it is in force; absent: until it is revoked
   */
  record NewKey(String accountId, String name, List<String> scopes, @Nullable Duration lifetime) {}

  /**
   * A new key in place of another.
   *
   * @param overlap how long the old one stays in force; absent: a day
   */
  record Rotation(@Nullable Duration overlap) {}

  /** The end of a key, and why. */
  record Revocation(String reason) {}

  /** An API key as it is shown; for the description only. */
  record KeyShown(
      String keyId,
      String accountId,
      String name,
      List<String> scopes,
      String status,
      @Nullable Instant expiresAt,
      @Nullable String rotatedFrom,
      @Nullable String replacedBy,
      Instant createdAt,
      String createdBy,
      @Nullable Instant revokedAt,
      @Nullable String revokedBy,
      @Nullable String reason,
      long version) {}

  /**
   * The same with the key itself; for the description only.
   *
   * @param key the key itself: in the first answer, and in no other
   */
  record NewKeyShown(
      String keyId,
      String accountId,
      String name,
      List<String> scopes,
      String status,
      @Nullable Instant expiresAt,
      @Nullable String rotatedFrom,
      Instant createdAt,
      String createdBy,
      long version,
      @Nullable String key) {}

  /** A page of keys; for the description only. */
  record KeyListShown(List<KeyShown> items, @Schema(nullable = true) @Nullable String nextCursor) {}
}
