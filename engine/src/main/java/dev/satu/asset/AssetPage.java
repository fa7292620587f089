package dev.satu.asset;

import java.util.List;
import java.util.Optional;

/**
 * A page of the catalogue.
 *
 * @param next where the next page begins, to be handed back as it is; empty on the last page
 */
public record AssetPage(List<Asset> items, Optional<String> next) {}
