package dev.satu.asset;

import java.util.Optional;

/**
 * What a page of a listing is asked for.
 *
 * @param after the place behind which it begins; empty: at the beginning
 * @param limit how many assets it shows at most
 */
record Listing(AssetFilter filter, AssetSort sort, Optional<AssetCursor> after, int limit) {
  /** The same, from behind another place and with another limit. */
  Listing from(Optional<AssetCursor> place, int newLimit) {
    return new Listing(filter, sort, place, newLimit);
  }
}
