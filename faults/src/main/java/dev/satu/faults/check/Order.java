package dev.satu.faults.check;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The answers about an item form one order, that of its versions, which agrees with real time: what
 * is asked after an answer was had sees that answer's version or a later one. Two requests never
 * made the same version, and what is told of a version is what its event says it was.
 */
final class Order implements Rule.OfItem {
  /** Successes of these made the version that they tell. */
  private static final Set<String> ALWAYS_CHANGE =
      Set.of("extend", "withdraw", "relist", "cancel-sale");

  @Override
  public String name() {
    return "order";
  }

  @Override
  public void check(ItemCase item, Findings findings) {
    List<Telling> versioned =
        item.tellings().stream().filter(telling -> telling.version() > 0).toList();
    staleReads(item, versioned, findings);
    sameVersionTwice(item, versioned, findings);
    for (Telling telling : versioned) {
      item.timeline()
          .at(telling.version())
          .filter(state -> !agrees(telling, state))
          .ifPresent(state ->
              findings.add(
                  this,
                  item.id(),
                  "version %d is told otherwise than it was: %s"
                      .formatted(telling.version(), state),
                  telling.call()));
    }
  }

  private void staleReads(ItemCase item, List<Telling> versioned, Findings findings) {
    List<Telling> byAnswer =
        versioned.stream()
            .sorted(Comparator.comparingLong(telling -> telling.call().answeredAt()))
            .toList();
    List<Telling> byStart =
        versioned.stream()
            .filter(Telling::isFresh)
            .sorted(Comparator.comparingLong(Telling::since))
            .toList();
    int answered = 0;
    Telling latest = null;
    for (Telling telling : byStart) {
      while (answered < byAnswer.size()
          && byAnswer.get(answered).call().answeredAt() < telling.since()) {
        Telling before = byAnswer.get(answered++);
        latest = latest == null || before.version() > latest.version() ? before : latest;
      }
      if (latest != null && latest.version() > telling.version()) {
        findings.add(
            this,
            item.id(),
            "version %d was told after version %d had been told"
                .formatted(telling.version(), latest.version()),
            latest.call(),
            telling.call());
      }
    }
  }

  private void sameVersionTwice(ItemCase item, List<Telling> versioned, Findings findings) {
    Map<Long, Telling> made = new HashMap<>();
    for (Telling telling : versioned) {
      if (!telling.isFresh() || !telling.isSuccess() || !isChange(telling)) {
        continue;
      }
      Telling other = made.putIfAbsent(telling.version(), telling);
      if (other != null
          && !Objects.equals(other.call().request().key(), telling.call().request().key())) {
        findings.add(
            this,
            item.id(),
            "two requests made version %d".formatted(telling.version()),
            other.call(),
            telling.call());
      }
    }
  }

  private static boolean isChange(Telling telling) {
    return telling.told().status() == 201 || ALWAYS_CHANGE.contains(telling.act());
  }

  private static boolean agrees(Telling telling, Timeline.State state) {
    String status = telling.assetStatus();
    boolean isOverdue = state.isHeld() && "AVAILABLE".equals(status);
    return status == null || isOverdue || status.equals(state.status());
  }
}
