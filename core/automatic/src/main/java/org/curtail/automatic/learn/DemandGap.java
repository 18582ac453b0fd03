package org.curtail.automatic.learn;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Gap between the short and the long requests of a demand of two humps, such as look-ups of a
 * millisecond beside searches of a second. It is the widest gap between neighbouring demands, in
 * logarithms. Demands of one hump have none, however heavy their tail is: at least {@value #FEWEST}
 * requests must lie on each side, and the gap must be a factor of at least {@value #LEAST_RATIO}.
 */
public final class DemandGap {
  /**
   * Fewest requests on each side. With a Pareto tail of shape 1.3, the sixth longest of a sample is
   * less than half of the fifth longest in one sample of a hundred.
   */
  static final int FEWEST = 5;

  static final double LEAST_RATIO = 2;

  private DemandGap() {}

  /**
   * Returns the geometric mean of the demands at both ends of the gap, in their unit; empty without
   * a gap.
   *
   * @param demands demands of requests in any order, each more than 0
   */
  public static OptionalDouble middle(double[] demands) {
    double[] ascending = demands.clone();
    Arrays.sort(ascending);
    double widest = LEAST_RATIO;
    double middle = Double.NaN;
    for (int above = FEWEST; above <= ascending.length - FEWEST; above++) {
      double ratio = ascending[above] / ascending[above - 1];
      if (ratio > widest) {
        widest = ratio;
        middle = Math.sqrt(ascending[above] * ascending[above - 1]);
      }
    }
    return Double.isNaN(middle) ? OptionalDouble.empty() : OptionalDouble.of(middle);
  }
}
