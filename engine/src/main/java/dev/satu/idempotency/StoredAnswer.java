package dev.satu.idempotency;

import java.util.Optional;

/**
 * What is kept with a key.
 *
 * @param outcome which outcome it was, by the name its command gave it
 * @param json the facts that were answered, to the letter
 * @param statusNow the status of the reservation it tells of, at the moment of reading
 */
public record StoredAnswer(String outcome, String json, Optional<String> statusNow) {}
