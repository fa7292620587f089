package dev.satu.asset;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A page of an asset's story: one step per version, from the first on or from as far back as it is
 * kept.
 *
 * @param next the version after which the next page begins; empty on the last page
 * @param complete whether the whole story is kept. If not, it begins with one step, or two, that
 *     tell what the asset was when its kept part begins
 */
public record StoryPage(List<Step> steps, Optional<Long> next, boolean complete) {
  /**
   * One change.
   *
   * @param version the asset's after it
   * @param kind the stable name of the event
   * @param json the same, with who and why, as answers show it
   */
  public record Step(long version, String kind, Instant at, String json) {}
}
