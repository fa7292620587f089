package dev.satu.reservation;

/**
 * The rules of placing a hold, as a pure function: the order in which a request is refused, and the
 * line after which it is granted.
 *
 * <p>{@code place_holds} decides many requests in one statement, so the same rules stand in the SQL
 * function {@code hold_verdict}; a test compares the two over all states.
 */
final class HoldRules {
  private HoldRules() {}

  /**
   * All that the decision rests on.
   *
   * @param keySeen the key was used before
   * @param sameRequest it was used for this very request
   * @param asksTooLong the request wants more than the asset allows
   * @param assetStatus AVAILABLE, HELD, SOLD or WITHDRAWN
   * @param live the present hold has not expired
   * @param own it is this buyer's
   * @param ownHoldRefused the account wants its buyers to be told
   * @param tooSoon the buyer's own hold on it expired within the pause
   * @param atLimit the buyer has as many live holds as allowed
   */
  record Facts(
      boolean keySeen,
      boolean sameRequest,
      boolean assetFound,
      boolean asksTooLong,
      String assetStatus,
      boolean live,
      boolean own,
      boolean ownHoldRefused,
      boolean tooSoon,
      boolean atLimit) {}

  static HoldVerdict decide(Facts facts) {
    if (facts.keySeen()) {
      return facts.sameRequest() ? HoldVerdict.REPLAY : HoldVerdict.KEY_REUSED;
    }
    if (!facts.assetFound()) {
      return HoldVerdict.ASSET_NOT_FOUND;
    }
    if (facts.asksTooLong()) {
      return HoldVerdict.HOLD_TOO_LONG;
    }
    if (facts.assetStatus().equals("SOLD")) {
      return HoldVerdict.SOLD;
    }
    if (facts.assetStatus().equals("WITHDRAWN")) {
      return HoldVerdict.WITHDRAWN;
    }
    if (facts.assetStatus().equals("HELD") && facts.live()) {
      if (!facts.own()) {
        return HoldVerdict.HELD;
      }
      return facts.ownHoldRefused() ? HoldVerdict.HELD_BY_YOU : HoldVerdict.ALREADY_HELD;
    }
    if (facts.tooSoon()) {
      return HoldVerdict.TOO_SOON;
    }
    if (facts.atLimit()) {
      return HoldVerdict.LIMIT_REACHED;
    }
    return HoldVerdict.GRANTED;
  }
}
