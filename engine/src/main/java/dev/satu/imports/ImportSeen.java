package dev.satu.imports;

import dev.satu.value.ImportId;
import java.time.Instant;
import java.util.Optional;

/**
 * An import as it was when somebody looked.
 *
 * @param rows good rows read so far
 * @param badRows what is wrong so far
 * @param updatedAt when that was written; if it did not end and was not written for half a minute,
 *     its server has died
 * @param json all of it, as every answer shows it
 */
public record ImportSeen(
    ImportId id,
    ImportPhase phase,
    long rows,
    long badRows,
    Instant startedAt,
    Instant updatedAt,
    Optional<Instant> endedAt,
    String json) {}
