package dev.satu.faults.workload;

import java.util.List;
import java.util.random.RandomGenerator;

/** All that clients do, and how often. */
final class Acts {
  /**
   * An act and its share.
   *
   * @param weight how often, compared with the others
   */
  record Share(int weight, Act act) {}

  static final List<Share> ALL =
      List.of(
          new Share(30, new HoldLot()),
          new Share(8, new CommitHold()),
          new Share(4, new CommitOldHold()),
          new Share(4, new CommitOddly()),
          new Share(3, new CommitAgain()),
          new Share(7, new ReleaseHold()),
          new Share(5, new ExtendHold()),
          new Share(6, new ReplayOldKey()),
          new Share(5, new AskTwoNodesAtOnce()),
          new Share(3, new ReuseKey()),
          new Share(2, new WithdrawLot()),
          new Share(3, new RelistLot()),
          new Share(2, new CancelSale()),
          new Share(2, new ReleaseAsOperator()),
          new Share(3, new ChangeLot()),
          new Share(6, new ReadLot()),
          new Share(5, new ReadReservation()),
          new Share(1, new ReadListing()),
          new Share(1, new ReadStory()),
          new Share(4, new SendGarbage()));

  private static final int SUM = ALL.stream().mapToInt(Share::weight).sum();

  private Acts() {}

  /** One of them, by chance and weight. */
  static Act any(RandomGenerator dice) {
    int throwOf = dice.nextInt(SUM);
    for (Share share : ALL) {
      throwOf -= share.weight();
      if (throwOf < 0) {
        return share.act();
      }
    }
    throw new IllegalStateException("the weights do not add up");
  }
}
