package dev.satu.server.asset;

import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** What a listing is asked for, as it stands in the query. */
public final class ListParameters {
  @QueryParam("status")
  @Parameter(description = "AVAILABLE, HELD, SOLD or WITHDRAWN, as it is now")
  @Nullable String status;

  @QueryParam("category")
  @Nullable String category;

  @QueryParam("text")
  @Parameter(
      description =
          "Words of the id or the name, or their beginnings. A search is given about half a second,"
              + " so its pages may be short or empty and yet have a next_cursor")
  @Nullable String text;

  @QueryParam("currency")
  @Parameter(description = "Needed with price_min, price_max and sort by price")
  @Nullable String currency;

  @QueryParam("price_min")
  @Parameter(description = "In minor units")
  @Nullable String priceMin;

  @QueryParam("price_max")
  @Parameter(description = "In minor units")
  @Nullable String priceMax;

  @QueryParam("sort")
  @Parameter(
      description =
          "id (the default), name (by code points), created_at or price; with - before it backwards")
  @Nullable String sort;

  @QueryParam("limit")
  @Parameter(description = "1 to 200, 50 if not given")
  @Nullable String limit;

  @QueryParam("cursor")
  @Parameter(description = "next_cursor of the page before, in the same order")
  @Nullable String cursor;
}
