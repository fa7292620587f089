package dev.satu.asset;

import dev.satu.value.AssetId;
import java.util.List;
import java.util.Optional;

/**
 * A page of the catalogue, in order of id.
 *
 * @param next the id after which the next page begins; empty on the last page
 */
public record AssetPage(List<Asset> items, Optional<AssetId> next) {}
