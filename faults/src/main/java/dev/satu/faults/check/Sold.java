package dev.satu.faults.check;

/** What is sold stays sold, to the same reservation, unless an operator cancels the sale. */
final class Sold implements Rule.OfItem {
  @Override
  public String name() {
    return "sold";
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    item.timeline()
        .illegalMove()
        .filter(move -> move.before().isSold())
        .ifPresent(move ->
            findings.addAt(
                this,
                item,
                move.event().version(),
                "sold to %s, and then %s v%d"
                    .formatted(
                        move.before().owner(), move.event().kind(), move.event().version())));
  }
}
