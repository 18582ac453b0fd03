package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class DemandTest {
  /** 1 to 100 ms, with a speedup that grows with the time. */
  private static final double[][] TIMES_MS =
      IntStream.rangeClosed(1, 100)
          .mapToObj(ms -> new double[] {ms, ms / (1 + ms / 100.0)})
          .toArray(double[][]::new);

  @Test
  void aRequestOfWeightThreeIsShownAsThreeRequests() {
    double[] weights = IntStream.range(0, 100).mapToDouble(r -> 1 + r % 5).toArray();
    int[] repeated =
        IntStream.range(0, 100)
            .flatMap(r -> IntStream.generate(() -> r).limit((long) weights[r]))
            .toArray();

    Demand weighted = Demand.of(Profile.weighted("x", TIMES_MS, weights));
    Demand listed = Demand.of(Profile.of("x", TIMES_MS).select(repeated));

    assertThat(weighted.requests()).isEqualTo(300);
    assertThat(weighted)
        .usingRecursiveComparison()
        .withComparatorForType(DemandTest::roughly, Double.class)
        .isEqualTo(listed);
  }

  private static int roughly(double one, double other) {
    return Math.abs(one - other) < 1e-9 ? 0 : Double.compare(one, other);
  }

  @Test
  void aTotalThatIsNotWholeIsRounded() {
    Demand demand =
        Demand.of(Profile.weighted("x", new double[][] {{1}, {9}}, new double[] {2.2, 0.4}));

    assertThat(demand.requests()).isEqualTo(3);
    assertThat(demand.histogram().stream().mapToLong(Demand.Bin::requests).sum()).isEqualTo(2);
    assertThat(demand.maxMs()).isEqualTo(9);
    assertThat(demand.meanMs()).isCloseTo((2.2 + 3.6) / 2.6, within(1e-12));
  }
}
