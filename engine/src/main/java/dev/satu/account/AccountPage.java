package dev.satu.account;

import dev.satu.value.AccountId;
import java.util.List;
import java.util.Optional;

/**
 * A page of accounts, in order of id.
 *
 * @param next the id after which the next page begins; empty on the last page
 */
public record AccountPage(List<Account> items, Optional<AccountId> next) {}
