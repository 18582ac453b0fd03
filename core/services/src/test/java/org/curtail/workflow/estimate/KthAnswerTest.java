package org.curtail.workflow.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class KthAnswerTest {
  @Test
  void enoughAnswersAreThereAsOftenAsTheBinomialDistributionSays() {
    Cases.random(
        17_000,
        2_000,
        random -> {
          int count = 1 + (int) Math.pow(10_000, random.nextDouble());
          int needed = random.nextBoolean() ? count : random.nextInt(1, count + 1);
          double missing = Math.pow(random.nextDouble(), random.nextInt(1, 8));
          double expected =
              BinomialDistribution.of(count, 1 - missing).survivalProbability(needed - 1);
          assertThat(new KthAnswer(count, needed).reached(missing))
              .as("%d of %d, missing %s", needed, count, missing)
              .isCloseTo(expected, within(1e-9));
        });
  }

  @Test
  void theLastOfManyIsAsLateAsItsClosedFormSays() {
    var last = new KthAnswer(10_000, 10_000);
    assertThat(last.reached(1e-6)).isCloseTo(Math.exp(10_000 * Math.log1p(-1e-6)), within(1e-14));
    assertThat(last.reached(1e-12)).isCloseTo(1 - 1e-8, within(1e-14));
    assertThat(last.reached(0)).isOne();
    assertThat(last.reached(1)).isZero();
  }

  @Test
  void theFirstOfManyIsThereUnlessAllAreMissing() {
    var first = new KthAnswer(3, 1);
    assertThat(first.reached(0.5)).isCloseTo(0.875, within(1e-15));
    assertThat(first.reached(1)).isZero();
  }

  @Test
  void theChanceNeverFallsAsLessIsMissing() {
    for (int needed : new int[] {1, 37, 90, 99, 100}) {
      var some = new KthAnswer(100, needed);
      double before = 0;
      for (int i = 1_000; i >= 0; i--) {
        double reached = some.reached(i / 1_000.0);
        assertThat(reached).isBetween(before - 1e-12, 1.0);
        before = reached;
      }
    }
  }
}
