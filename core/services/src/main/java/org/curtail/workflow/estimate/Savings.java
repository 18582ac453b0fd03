package org.curtail.workflow.estimate;

import org.curtail.reissue.times.Pairs;
import org.curtail.reissue.times.Sample;

/**
 * The savings of reissue after a delay if every request without answer gets a copy (SingleD). The
 * useful delays are 0 and the distinct first times except the greatest, after which no request
 * waits. The index of a delay goes from 0 for the least delay to {@code count() - 1}.
 *
 * <p>The latency is L = X up to the delay d and min(X, d + Y) beyond, so the saving is (X - d -
 * Y)+. Means and second moments are linear in the probability of the copy: SingleR(d, q) saves q
 * times as much as SingleD(d). Second moments are about the mean latency c without reissue: moments
 * about 0 lose digits if latencies hardly differ.
 */
sealed interface Savings {
  /**
   * The savings of one delay d.
   *
   * @param meanMillis E[X - L]
   * @param squareMillis E[(X - c)^2 - (L - c)^2]
   * @param share P(X - Y &gt; d): fall of the saved mean per unit of the delay
   * @param endMillis E[d + Y; X - Y &gt; d]: half the fall of the saved second moment about 0 per
   *     unit of the delay
   */
  record Saving(double meanMillis, double squareMillis, double share, double endMillis) {}

  /** Returns the times of the original requests. */
  Sample first();

  /** Returns the savings of a delay. */
  Saving at(int delay);

  /** Returns the number of delays: from 0 to one more than the number of first times. */
  default int count() {
    return first().leastMillis() > 0 ? first().size() : first().size() - 1;
  }

  /** Returns a delay by its index. Delays ascend. */
  default double delayMillis(int delay) {
    return first().leastMillis() > 0
        ? delay == 0 ? 0 : first().millis(delay - 1)
        : first().millis(delay);
  }

  /**
   * Returns the share of requests without an answer after a delay: above 0. Shares fall with the
   * index.
   */
  default double shareBeyond(int delay) {
    int within = first().leastMillis() > 0 ? delay : delay + 1;
    return (first().totalWeight() - first().weightOfLeast(within)) / first().totalWeight();
  }

  /**
   * Savings of copies that are independent of the original requests: expectations over all pairs of
   * a first and a second time, without random numbers. For each delay, one pass goes through first
   * and second times in ascending order. Sums of second times and of their squares are computed
   * once.
   *
   * <p>Immutable. The cost of a delay is linear in the number of first times beyond it.
   */
  final class IndependentSavings implements Savings {
    /**
     * Number of second times that are compared without a branch; the next one is rarely farther
     * away.
     */
    private static final int NEAR = 4;

    private final Sample first;
    private final double centreMillis;

    /** Second times, ascending. */
    private final double[] second;

    /**
     * Sums of probability, time and squared time up to each second time, side by side in one cache
     * line.
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
        double share =
            (second.weightOfLeast(i + 1) - second.weightOfLeast(i)) / second.totalWeight();
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
        // (x - c)^2 - (d - c)^2 is (x - d) (x + d - 2 c). The product loses no digits.
        square +=
            weight
                * (left * (left + 2 * fromCentre) * share
                    - 2 * fromCentre * millis
                    - sums[3 * passed + 2]);
      }
      double total = first.totalWeight();
      return new Saving(mean / total, square / total, saved / total, (d * saved + ends) / total);
    }

    /** Returns the number of second times below a limit: at least {@code known}. */
    private int passedBelow(double millis, int known) {
      if (known + NEAR < second.length && second[known + NEAR] >= millis) {
        int passed = known;
        for (int i = 0; i < NEAR; i++) {
          // Adds the sign bit of the difference: a branch would often be mispredicted.
          passed += (int) (Double.doubleToRawLongBits(second[known + i] - millis) >>> 63);
        }
        return passed;
      }
      return passedFarBelow(millis, known);
    }

    /** Returns the same number by doubling steps. */
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

  /**
   * Savings of copies whose times may depend on those of the originals, from measured pairs. A pair
   * saves x - y - d if that is positive. All delays are computed at once, by sums over the pairs
   * between two delays. Immutable.
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
}
