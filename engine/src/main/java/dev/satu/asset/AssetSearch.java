package dev.satu.asset;

import dev.satu.database.Attempt;
import dev.satu.database.DatabaseUnavailable;
import dev.satu.database.SqlState;
import dev.satu.database.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A page of a listing that looks for words, in a bounded time however many assets have them.
 *
 * <p>No index has both words and an order, so there are three ways, and nothing tells beforehand
 * which one is short: walking along the order is if many assets match, sorting all that have the
 * words is if few have them, and sorting all that meet the other conditions is if few meet those.
 * So it walks a little; if that does not fill the page, it sorts, for a limited time; if that does
 * not end, it walks on, for a limited time. Each way goes on from where the one before came to, so
 * what is shown does not depend on which of them was taken. A page that is not full by then has a
 * {@link AssetPage#next}, as a full one has.
 */
final class AssetSearch {
  /**
   * How much a page may cost.
   *
   * @param stretch how many assets a walk passes in one statement
   * @param sorting how long it may take to find all that has the words and sort it, and the same
   *     for all that meets the other conditions; zero: not at all
   * @param walking how long it walks after that; a stretch that was begun is ended
   */
  record Bounds(int stretch, Duration sorting, Duration walking) {
    /** Half a second in all; a stretch is 5 ms of it where the machine is idle: decision 0023. */
    static final Bounds USUAL = new Bounds(1000, Duration.ofMillis(150), Duration.ofMillis(200));
  }

  private final Transactions transactions;
  private final CatalogueStore catalogue;
  private final Bounds bounds;

  AssetSearch(Transactions transactions, CatalogueStore catalogue, Bounds bounds) {
    this.transactions = transactions;
    this.catalogue = catalogue;
    this.bounds = bounds;
  }

  AssetPage page(Listing listing) {
    Found found = new Found(listing);
    walk(found);
    if (!found.isComplete()) {
      sort(found, ListQuery.sortingWords(found.rest()));
    }
    if (!found.isComplete() && listing.filter().mayBeNarrowWithoutText()) {
      sort(found, ListQuery.sortingOthers(found.rest()));
    }
    long began = System.nanoTime();
    while (!found.isComplete() && System.nanoTime() - began <= bounds.walking().toNanos()) {
      walk(found);
    }
    return found.page();
  }

  private void walk(Found found) {
    ListQuery query = ListQuery.walking(found.rest(), bounds.stretch());
    List<CatalogueStore.Passed> passed =
        transactions.read(connection -> catalogue.walk(connection, query));
    passed.stream()
        .filter(CatalogueStore.Passed::found)
        .forEach(match -> found.assets.add(match.asset()));
    if (passed.isEmpty() || passed.getLast().step() < bounds.stretch()) {
      found.atEnd = true;
    } else {
      found.place = Optional.of(found.listing.sort().placeOf(passed.getLast().asset()));
    }
  }

  /** Finds all the rest, or nothing if that takes too long. */
  private void sort(Found found, ListQuery query) {
    if (bounds.sorting().isZero()) {
      return;
    }
    Attempt<List<Asset>> attempt =
        transactions.run(connection -> {
          catalogue.prepareSearch(connection, bounds.sorting());
          return catalogue.list(connection, query);
        });
    switch (attempt) {
      case Attempt.Done<List<Asset>>(List<Asset> rest) -> {
        found.assets.addAll(rest);
        found.atEnd = true;
      }
      case Attempt.Failed<List<Asset>>(SqlState why) -> {
        if (why != SqlState.CANCELLED) {
          throw new DatabaseUnavailable("search failed: " + why);
        }
      }
      case Attempt.Unknown<List<Asset>>() ->
          throw new DatabaseUnavailable("connection lost while searching");
    }
  }

  /** What was found of a page, and how far the search came. */
  private static final class Found {
    private final Listing listing;
    private final List<Asset> assets = new ArrayList<>();
    private Optional<AssetCursor> place;
    private boolean atEnd;

    Found(Listing listing) {
      this.listing = listing;
      this.place = listing.after();
    }

    boolean isComplete() {
      return atEnd || assets.size() > listing.limit();
    }

    /** What is still to be found: with one more than the page shows, to know if another follows. */
    Listing rest() {
      return listing.from(place, listing.limit() + 1 - assets.size());
    }

    AssetPage page() {
      if (assets.size() > listing.limit() || atEnd) {
        return AssetPage.of(assets, listing);
      }
      return new AssetPage(List.copyOf(assets), place.map(AssetCursor::text));
    }
  }
}
