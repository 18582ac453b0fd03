package org.curtail.automatic.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class DemandGapTest {
  /** Of one request in twenty that is a hundred times as long, in no order. */
  private static double[] twoHumps(int requests) {
    double[] demands = new double[requests];
    Arrays.setAll(demands, r -> r % 20 == 0 ? 100 : 1);
    return demands;
  }

  @Test
  void theGapLiesBetweenTheHumps() {
    assertThat(DemandGap.middle(twoHumps(200)).orElseThrow()).isCloseTo(10, within(1e-9));
    double[] three = twoHumps(400);
    three[1] = three[2] = three[3] = three[4] = three[5] = 400;
    assertThat(DemandGap.middle(three).orElseThrow()).as("the widest").isCloseTo(10, within(1e-9));
  }

  @Test
  void fewerThanFiveLongRequestsAreNoHump() {
    assertThat(DemandGap.middle(twoHumps(80))).isEmpty();
    assertThat(DemandGap.middle(new double[0])).isEmpty();
    assertThat(DemandGap.middle(new double[] {1, 9, 100})).isEmpty();
    double[] alike = new double[100];
    Arrays.fill(alike, 7);
    assertThat(DemandGap.middle(alike)).isEmpty();
  }

  @Test
  void aHeavyTailOfOneHumpHasRarelyAGap() {
    int[] counts = new int[2];
    Cases.random(
        1,
        500,
        random -> {
          counts[0]++;
          counts[1] += DemandGap.middle(pareto(random, 500)).isPresent() ? 1 : 0;
        });
    assertThat((double) counts[1] / counts[0]).isLessThan(0.04);
  }

  private static double[] pareto(RandomGenerator random, int requests) {
    double[] demands = new double[requests];
    Arrays.setAll(demands, r -> Math.pow(1 - random.nextDouble(), -1 / 1.3));
    return demands;
  }
}
