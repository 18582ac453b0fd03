package org.curtail.traces.compare;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction for multiple tests (A simple sequentially rejective multiple test procedure,
 * Scandinavian Journal of Statistics 6, 1979). If all corrected p-values below a level count as
 * findings, the probability of any false finding is at most that level. The correction holds for
 * dependent tests, such as those of stages of the same requests.
 */
final class Holm {
  private Holm() {}

  /** Returns the corrected p-values, in the same order. */
  static double[] adjusted(double[] pValues) {
    double[] adjusted = new double[pValues.length];
    int[] bySize =
        IntStream.range(0, pValues.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> pValues[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double atLeast = 0;
    for (int i = 0; i < bySize.length; i++) {
      atLeast = Math.max(atLeast, Math.min(1, (pValues.length - i) * pValues[bySize[i]]));
      adjusted[bySize[i]] = atLeast;
    }
    return adjusted;
  }
}
