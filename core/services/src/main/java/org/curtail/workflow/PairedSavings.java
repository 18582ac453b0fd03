package org.curtail.workflow;

import org.curtail.reissue.times.Pairs;
import org.curtail.reissue.times.Sample;

/**
 * Savings of copies of the same requests, which may depend on the original times: a pair saves x -
 * y - d if that is positive. All delays are computed at once, by sums over the pairs between one
 * delay and the next. Immutable.
 */
final class PairedSavings implements Savings {
  private final Sample first;
  private final Saving[] savings;

  PairedSavings(Sample first, Pairs pairs, double centreMillis) {
    this.first = first;
    int count = count();
    double[] weights = new double[count + 1];
    double[] gaps = new double[count + 1];
    double[] products = new double[count + 1];
    double[] seconds = new double[count + 1];
    double total = 0;
    for (int i = 0; i < pairs.count(); i++) {
      double x = pairs.firstMillis(i);
      double y = pairs.secondMillis(i);
      double weight = pairs.weight(i);
      total += weight;
      int delays = delaysBelow(x - y);
      weights[delays] += weight;
      gaps[delays] += weight * (x - y);
      products[delays] += weight * (x - y) * (x + y - 2 * centreMillis);
      seconds[delays] += weight * y;
    }
    savings = new Saving[count];
    double weight = 0;
    double gap = 0;
    double product = 0;
    double second = 0;
    for (int delay = count - 1; delay >= 0; delay--) {
      weight += weights[delay + 1];
      gap += gaps[delay + 1];
      product += products[delay + 1];
      second += seconds[delay + 1];
      double d = delayMillis(delay);
      // (x - c)^2 - (d + y - c)^2 is (x - y) (x + y - 2 c) - d (d - 2 c + 2 y).
      double square = product - d * ((d - 2 * centreMillis) * weight + 2 * second);
      savings[delay] =
          new Saving(
              Math.max(0, gap - d * weight) / total,
              square / total,
              weight / total,
              (d * weight + second) / total);
    }
  }

  /** Returns the number of delays below the saving of a pair at delay 0. */
  private int delaysBelow(double gapMillis) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (delayMillis(middle) < gapMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public Sample first() {
    return first;
  }

  @Override
  public Saving at(int delay) {
    return savings[delay];
  }
}
