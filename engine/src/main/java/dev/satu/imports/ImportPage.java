package dev.satu.imports;

import dev.satu.value.ImportId;
import java.util.List;
import java.util.Optional;

/**
 * A page of imports, the newest first.
 *
 * @param next the id after which the next page begins; empty on the last page
 */
public record ImportPage(List<ImportSeen> items, Optional<ImportId> next) {}
