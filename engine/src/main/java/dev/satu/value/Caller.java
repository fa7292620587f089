package dev.satu.value;

import org.jspecify.annotations.Nullable;

/**
 * Who acts: an account, and the one buyer it may act for if the credential was a buyer's own.
 *
 * @param account whose reservations and keys these are
 * @param buyer the buyer whose token this is; {@code null} for an API key, which acts for all
 *     buyers of its account
 */
public record Caller(AccountId account, @Nullable BuyerId buyer) {
  /** The account itself, for all of its buyers. */
  public static Caller of(AccountId account) {
    return new Caller(account, null);
  }

  /** Whether it may see and end a reservation of this account and buyer. */
  public boolean mayActFor(AccountId owner, BuyerId ownersBuyer) {
    return account.equals(owner) && (buyer == null || buyer.equals(ownersBuyer));
  }

  /** How events name it: {@code account:ID} or {@code buyer:ID}. */
  public String actor() {
    return buyer == null ? "account:" + account : "buyer:" + buyer;
  }
}
