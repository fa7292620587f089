package dev.satu.bench.measure;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The same number measured several times.
 *
 * @param values in the order of the rounds
 */
public record Rounds(List<Double> values) {
  public Rounds {
    values = List.copyOf(values);
  }

  double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double least() {
    return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  double most() {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  Rounds dividedBy(Rounds others) {
    return new Rounds(
        IntStream.range(0, values.size())
            .mapToObj(i -> values.get(i) / others.values.get(i))
            .toList());
  }
}
