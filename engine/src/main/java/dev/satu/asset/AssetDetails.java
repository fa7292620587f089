package dev.satu.asset;

import dev.satu.value.Money;
import java.time.Duration;
import java.util.Optional;

/** What an operator may change about an asset, as it is or as it shall be. */
record AssetDetails(
    String name,
    Optional<String> category,
    Optional<Money> price,
    Optional<Duration> holdFor,
    String attributes) {
  static AssetDetails of(Asset asset) {
    return new AssetDetails(
        asset.name(), asset.category(), asset.price(), asset.holdFor(), asset.attributes());
  }
}
