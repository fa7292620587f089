package dev.satu.server.asset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.satu.server.http.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
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
      @Schema(type = SchemaType.OBJECT, implementation = Object.class)
          @Nullable ObjectNode attributes) {}

  /**
   * What is to change about an asset: a field that is not given stays, {@code null} takes the value
   * away.
   *
   * @param attributes the new attributes as a whole
   */
  record AssetChange(
      @Nullable Given<String> name,
      @Nullable Given<String> category,
      @Nullable Given<Price> price,
      @Nullable Given<Duration> holdFor,
      @Nullable Given<ObjectNode> attributes) {}

  /** The same; for the description only. */
  record AssetChangeShown(
      @Nullable String name,
      @Nullable String category,
      @Nullable Price price,
      @Nullable Duration holdFor,
      @Nullable Map<String, Object> attributes) {}

  /** Why an operator acts; stands in the asset's story. */
  record OperatorAct(String reason) {}

  /** A cancelled sale; for the description only. */
  record SaleCancelledShown(
      AssetShown asset, Map<String, Object> reservation, Map<String, Object> payment) {}

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

  /** One step of a story; for the description only. */
  record StoryStepShown(
      long version,
      String kind,
      Instant at,
      @Nullable String actor,
      @Nullable String accountId,
      @Nullable String buyerId,
      @Nullable String reservationId,
      @Nullable String paymentId,
      @Nullable String reason,
      @Nullable Instant expiresAt,
      @Nullable Map<String, Object> changes) {}

  /**
   * A page of a story; for the description only.
   *
   * @param complete whether the whole story is kept
   */
  record StoryPageShown(
      List<StoryStepShown> items,
      @Nullable String nextCursor,
      @Schema(
              description =
                  "Whether the whole story is kept. If not, it begins with the step or two that"
                      + " tell what the asset was when its kept part begins")
          boolean complete) {}

  /** A page of assets; for the description only. */
  record AssetPageShown(
      List<AssetShown> items, @Schema(nullable = true) @Nullable String nextCursor) {}

  /**
   * What became of a file; for the description only.
   *
   * @param publishedIn how long its one publishing transaction took: what the event feed may have
   *     lagged
   */
  record Imported(
      String importId, long rows, long created, long updated, long skipped, Duration publishedIn) {}

  /**
   * How far an import is; for the description only.
   *
   * @param size of the file in bytes, once it is known; {@code bytes_read} of these were read for
   *     rows
   * @param updatedAt if it has not ended and this is older than half a minute, its server has died
   */
  record ImportShown(
      String importId,
      String idempotencyKey,
      String phase,
      @Nullable String digest,
      @Nullable Long size,
      long bytesReceived,
      long bytesRead,
      long rows,
      long badRows,
      Instant startedAt,
      Instant updatedAt,
      @Nullable Instant endedAt) {}

  /** A page of imports; for the description only. */
  record ImportPageShown(
      List<ImportShown> items, @Schema(nullable = true) @Nullable String nextCursor) {}

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
