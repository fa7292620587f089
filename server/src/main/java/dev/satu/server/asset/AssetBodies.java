package dev.satu.server.asset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of assets. */
final class AssetBodies {
  private AssetBodies() {}

  /**
   * A new asset.
   *
   * @param holdFor how long holds on it last; absent: the default of the installation
   */
  record NewAsset(
      String assetId,
      String name,
      @Nullable String category,
      @Nullable Price price,
      @Nullable Duration holdFor,
      @Nullable ObjectNode attributes) {}

  /**
   * A price.
   *
   * @param amount in minor units
   * @param currency three letters, ISO 4217
   */
  record Price(long amount, String currency) {}

  /** An asset as it is shown; for the description only, since the engine renders it. */
  record AssetShown(
      String assetId,
      String name,
      @Nullable String category,
      String status,
      @Nullable Instant holdExpiresAt,
      @Nullable Price price,
      @Nullable Duration holdFor,
      Map<String, Object> attributes,
      Instant createdAt,
      long version) {}

  /** A page of assets; for the description only. */
  record AssetPageShown(List<AssetShown> items, @Nullable String nextCursor) {}

  /** What became of a file; for the description only. */
  record Imported(long rows, long created, long updated, long skipped) {}

  /**
   * Why a file was refused; for the description only.
   *
   * @param complete whether these are all: reading stops after very many
   */
  record ImportRefused(
      String errorCode, String message, List<BadRowShown> badRows, boolean complete) {}

  /**
   * A bad row: the line of the file in which it begins, and what is wrong; for the description
   * only.
   */
  record BadRowShown(long line, @Nullable String column, String why) {}
}
