package dev.satu.account;

import dev.satu.value.KeyId;
import java.util.List;
import java.util.Optional;

/**
 * A page of API keys, in order of id.
 *
 * @param next the id after which the next page begins; empty on the last page
 */
public record KeyPage(List<ApiKey> items, Optional<KeyId> next) {}
