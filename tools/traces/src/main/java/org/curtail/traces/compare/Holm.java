package org.curtail.traces.compare;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction for many tests (A simple sequentially rejective multiple test procedure,
 * Scandinavian Journal of Statistics 6, 1979): if all that are below a level count as found, the
 * chance that any of them is a false alarm is at most that level, however the tests depend on each
 * other. Stages do: they are of the same requests.
 */
final class Holm {
  private Holm() {}

  /** The chances of single tests, corrected; in the same order. */
  static double[] adjusted(double[] chances) {
    double[] adjusted = new double[chances.length];
    int[] bySize =
        IntStream.range(0, chances.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> chances[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double atLeast = 0;
    for (int i = 0; i < bySize.length; i++) {
      atLeast = Math.max(atLeast, Math.min(1, (chances.length - i) * chances[bySize[i]]));
      adjusted[bySize[i]] = atLeast;
    }
    return adjusted;
  }
}
