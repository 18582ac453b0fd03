package org.curtail.policy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class UpperHullTest {
  @Test
  void answersAreThoseOfAllPointsTogether() {
    Cases.random(
        1,
        2_000,
        random -> {
          int points = random.nextInt(1, 40);
          double[] x = new double[points];
          double[] y = new double[points];
          var hull = new GittinsIndex.UpperHull(points);
          double left = 100;
          boolean rises = random.nextBoolean();
          for (int i = 0; i < points; i++) {
            left -= random.nextDouble(0.01, 2);
            x[i] = left;
            y[i] = rises ? Math.sqrt(left + 100) + random.nextDouble(0.1) : random.nextDouble(5);
            hull.add(x[i], y[i]);
            double fromX = left - random.nextDouble(0.01, 3);
            double fromY = random.nextDouble(5);
            double slope = random.nextDouble(0.01, 3);
            double greatest = Double.NEGATIVE_INFINITY;
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j <= i; j++) {
              greatest = Math.max(greatest, (y[j] - fromY) / (x[j] - fromX));
              least = Math.min(least, x[j] - (y[j] - fromY) / slope);
            }
            assertThat(hull.greatestSlopeFrom(fromX, fromY)).isCloseTo(greatest, within(1e-9));
            assertThat(hull.tangentFrom(fromY, slope)).isCloseTo(least, within(1e-9));
          }
        });
  }
}
