package dev.satu.asset;

import java.util.List;
import java.util.Optional;

/**
 * A page of the catalogue.
 *
 * @param items as many as were asked for, or fewer: a search for words gives back what it found in
 *     its time, which may be nothing though there is more behind
 * @param next where the next page begins, to be handed back as it is; empty on the last page, and
 *     only there
 */
public record AssetPage(List<Asset> items, Optional<String> next) {
  /** The page of what was read for it: with one more than it shows, if another page follows. */
  static AssetPage of(List<Asset> read, Listing listing) {
    int limit = listing.limit();
    return read.size() > limit
        ? new AssetPage(
            List.copyOf(read.subList(0, limit)),
            Optional.of(listing.sort().placeOf(read.get(limit - 1)).text()))
        : new AssetPage(List.copyOf(read), Optional.empty());
  }
}
