package dev.satu.faults.nemesis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which faults strike when.
 *
 * @param strikes in the order of their instants
 */
public record Plan(List<Strike> strikes) {
  /** Before the first: clients have to be at work. */
  private static final Duration WARM_UP = Duration.ofSeconds(3);

  /** After a fault is healed: time to come back, before its part is struck again. */
  private static final Duration RECOVERY = Duration.ofSeconds(6);

  private static final int SHORTEST_GAP_MILLIS = 300;
  private static final int LONGEST_GAP_MILLIS = 3000;

  /** One strike in so many begins while another is under way. */
  private static final int OVERLAPPING = 3;

  public Plan {
    strikes = List.copyOf(strikes);
  }

  /**
   * Draws a plan: a pure function of its arguments. Every kind of fault strikes once before one of
   * them strikes again.
   *
   * @param length of the run; the last fault is healed before it ends
   * @param faults what may strike; of each its kind, part and lengths count
   */
  public static Plan draw(long seed, Duration length, List<Fault> faults) {
    return new Plan(new Drawing(seed, length, faults).draw());
  }

  /** A plan being drawn. */
  private static final class Drawing {
    private final Random random;
    private final Duration end;
    private final List<Fault> faults;
    private final List<String> bag = new ArrayList<>();
    private final Map<Part, Duration> freeAt = new EnumMap<>(Part.class);
    private final List<Strike> strikes = new ArrayList<>();

    Drawing(long seed, Duration length, List<Fault> faults) {
      this.random = new Random(seed);
      this.end = length.minus(RECOVERY);
      this.faults = faults;
    }

    List<Strike> draw() {
      Duration at = WARM_UP;
      while (!faults.isEmpty() && at.compareTo(end) < 0) {
        int index = nextFault();
        Strike strike = strike(index, at);
        if (strike.healedAt().compareTo(end) > 0) {
          break;
        }
        strikes.add(strike);
        freeAt.put(faults.get(index).part(), strike.healedAt().plus(RECOVERY));
        at = afterwards(strike);
      }
      return strikes;
    }

    private int nextFault() {
      if (bag.isEmpty()) {
        faults.stream().map(Fault::name).distinct().forEach(bag::add);
        Collections.shuffle(bag, random);
      }
      String kind = bag.removeLast();
      List<Integer> ofKind =
          IntStream.range(0, faults.size())
              .filter(i -> faults.get(i).name().equals(kind))
              .boxed()
              .collect(Collectors.toList());
      return ofKind.get(random.nextInt(ofKind.size()));
    }

    private Strike strike(int index, Duration earliest) {
      Fault fault = faults.get(index);
      Duration free = freeAt.getOrDefault(fault.part(), Duration.ZERO);
      Duration at = earliest.compareTo(free) < 0 ? free : earliest;
      return new Strike(at, between(fault.shortest(), fault.longest()), index, random.nextLong());
    }

    private Duration afterwards(Strike strike) {
      boolean overlap = random.nextInt(OVERLAPPING) == 0;
      Duration from = overlap ? strike.at() : strike.healedAt();
      return from.plusMillis(random.nextInt(SHORTEST_GAP_MILLIS, LONGEST_GAP_MILLIS));
    }

    private Duration between(Duration shortest, Duration longest) {
      return Duration.ofMillis(random.nextLong(shortest.toMillis(), longest.toMillis() + 1));
    }
  }
}
