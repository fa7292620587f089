package dev.satu.account;

import dev.satu.value.AccountId;

/**
 * An application that calls: the owner of reservations, and the scope of idempotency keys.
 *
 * @param version grows with every change; a change names the version it was made for
 * @param json the same facts as answers show them
 */
public record Account(AccountId id, String name, AccountRules rules, long version, String json) {}
