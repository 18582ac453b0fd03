package org.curtail.workflow;

import org.curtail.reissue.times.Sample;

/**
 * Savings of copies that are independent of the original requests: expectations over all pairs of a
 * first and a second time, without random numbers. For a delay, one pass goes through both in
 * ascending order; sums of second times and of their squares are computed beforehand.
 *
 * <p>Immutable; a delay takes time linear in the first times beyond it, and logarithmic in the
 * number of second times skipped between two of them.
 */
final class IndependentSavings implements Savings {
  /** Number of second times compared at once, as the next one is rarely farther away. */
  private static final int NEAR = 4;

  private final Sample first;
  private final double centreMillis;

  /** Second times, ascending. */
  private final double[] second;

  /**
   * Three sums up to each second time, side by side: of probability, of time, of squared time. One
   * step then touches one cache line.
   */
  private final double[] sums;

  IndependentSavings(Sample first, Sample second, double centreMillis) {
    this.first = first;
    this.centreMillis = centreMillis;
    int count = second.size();
    this.second = new double[count];
    sums = new double[3 * (count + 1)];
    for (int i = 0; i < count; i++) {
      double y = second.millis(i);
      double share = (second.weightOfLeast(i + 1) - second.weightOfLeast(i)) / second.totalWeight();
      this.second[i] = y;
      sums[3 * i + 3] = second.weightOfLeast(i + 1) / second.totalWeight();
      sums[3 * i + 4] = sums[3 * i + 1] + share * y;
      sums[3 * i + 5] = sums[3 * i + 2] + share * y * y;
    }
  }

  @Override
  public Sample first() {
    return first;
  }

  @Override
  public Saving at(int delay) {
    double d = delayMillis(delay);
    double fromCentre = d - centreMillis;
    double mean = 0;
    double square = 0;
    double saved = 0;
    double ends = 0;
    int passed = 0;
    int from = first.leastMillis() > 0 ? delay : delay + 1;
    double below = first.weightOfLeast(from);
    for (int i = from; i < first.size(); i++) {
      double reached = first.weightOfLeast(i + 1);
      double weight = reached - below;
      below = reached;
      double x = first.millis(i);
      double left = x - d;
      passed = passedBelow(left, passed);
      double share = sums[3 * passed];
      double millis = sums[3 * passed + 1];
      mean += weight * (left * share - millis);
      saved += weight * share;
      ends += weight * millis;
      // (x - c)^2 - (d - c)^2 is (x - d) (x + d - 2 c), which loses no digits.
      square +=
          weight
              * (left * (left + 2 * fromCentre) * share
                  - 2 * fromCentre * millis
                  - sums[3 * passed + 2]);
    }
    double total = first.totalWeight();
    return new Saving(mean / total, square / total, saved / total, (d * saved + ends) / total);
  }

  /** Returns the number of second times below a limit, of which {@code known} are known to be. */
  private int passedBelow(double millis, int known) {
    if (known + NEAR < second.length && second[known + NEAR] >= millis) {
      int passed = known;
      for (int i = 0; i < NEAR; i++) {
        // The sign bit of the difference: a branch would be mispredicted every second time.
        passed += (int) (Double.doubleToRawLongBits(second[known + i] - millis) >>> 63);
      }
      return passed;
    }
    return passedFarBelow(millis, known);
  }

  /** Returns the same by steps that double. */
  private int passedFarBelow(double millis, int known) {
    int passed = known;
    int step = 1;
    while (passed + step <= second.length && second[passed + step - 1] < millis) {
      passed += step;
      step <<= 1;
    }
    while ((step >>= 1) > 0) {
      if (passed + step <= second.length && second[passed + step - 1] < millis) {
        passed += step;
      }
    }
    return passed;
  }
}
