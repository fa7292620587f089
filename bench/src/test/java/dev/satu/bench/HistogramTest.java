package dev.satu.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.satu.bench.Histogram.Bucket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistogramTest {
  @Test
  void a_time_on_the_edge_belongs_to_the_upper_bucket() {
    assertThat(histogram(0, 9, 10, 25, 93).buckets())
        .startsWith(new Bucket(0, 10, 2), new Bucket(10, 20, 1), new Bucket(20, 30, 1))
        .endsWith(new Bucket(90, 100, 1))
        .hasSize(10);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "9, 1",
    "10, 2",
    "19, 2",
    "20, 5",
    "50, 10",
    "99, 10",
    "100, 20",
    "4999, 500"
  })
  void the_width_is_the_smallest_round_one_that_needs_ten_buckets_or_fewer(
      long slowest, long width) {
    var buckets = histogram(slowest).buckets();

    assertThat(buckets.getFirst().to()).isEqualTo(width);
    assertThat(buckets).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void every_time_is_counted_once() {
    var times = IntStream.range(0, 1_000).mapToLong(i -> i * 7L).toArray();

    assertThat(histogram(times).buckets().stream().mapToInt(Bucket::count).sum()).isEqualTo(1_000);
  }

  @Test
  void percentiles_are_times_that_were_measured() {
    var hundred = histogram(IntStream.rangeClosed(1, 100).mapToLong(i -> i).toArray());

    assertThat(hundred.percentile(50)).isEqualTo(Duration.ofMillis(50));
    assertThat(hundred.percentile(99)).isEqualTo(Duration.ofMillis(99));
    assertThat(histogram(5).percentile(50)).isEqualTo(Duration.ofMillis(5));
    assertThat(histogram(5).percentile(99)).isEqualTo(Duration.ofMillis(5));
  }

  @Test
  void the_order_of_the_answers_does_not_matter() {
    assertThat(histogram(30, 10, 20).first()).isEqualTo(Duration.ofMillis(10));
    assertThat(histogram(30, 10, 20).last()).isEqualTo(Duration.ofMillis(30));
  }

  @Test
  void no_times_at_all_are_a_mistake() {
    assertThatThrownBy(() -> Histogram.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  private static Histogram histogram(long... milliseconds) {
    return Histogram.of(Arrays.stream(milliseconds).mapToObj(Duration::ofMillis).toList());
  }
}
