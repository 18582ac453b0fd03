package org.curtail.reissue.times;

import org.curtail.reissue.times.Sample.AscendingOrder;

/**
 * Completes requests that were sent once. A request without a second time gets that of the pair
 * with the nearest first time. The assumption: requests with equal first times have the same
 * distribution of second times. Equally near pairs are used in turn.
 */
public final class NearestPairs {
  private NearestPairs() {}

  /**
   * Returns a second time for each request that was sent once.
   *
   * @param aloneMillis times of requests that were sent once; finite, at least 0
   * @param firstMillis first times of requests that were sent twice; at least one, each finite and
   *     at least 0
   * @param secondMillis second times of the same requests, in the same order
   */
  public static double[] secondMillis(
      double[] aloneMillis, double[] firstMillis, double[] secondMillis) {
    Sample firsts = Sample.of(firstMillis);
    int[] order = AscendingOrder.of(firstMillis);
    int[] turns = new int[firsts.size()];
    double[] found = new double[aloneMillis.length];
    for (int i = 0; i < found.length; i++) {
      int nearest = nearest(firsts, aloneMillis[i]);
      int start = (int) firsts.weightOfLeast(nearest);
      int equals = (int) firsts.weightOfLeast(nearest + 1) - start;
      found[i] = secondMillis[order[start + turns[nearest]++ % equals]];
    }
    return found;
  }

  /** Weighted pairs, some of them completed from requests that were sent once. */
  public static final class Weighted {
    private final double[] firstMillis;
    private final double[] secondMillis;
    private final double[] weights;

    public Weighted(double[] firstMillis, double[] secondMillis, double[] weights) {
      this.firstMillis = firstMillis;
      this.secondMillis = secondMillis;
      this.weights = weights;
    }

    public double[] firstMillis() {
      return firstMillis;
    }

    public double[] secondMillis() {
      return secondMillis;
    }

    public double[] weights() {
      return weights;
    }
  }

  /**
   * Returns completed pairs from weighted times. Requests that were sent once are distributed over
   * the second times of the nearest pairs, in proportion to the pairs' weights.
   *
   * @param all first times of all requests, including the pairs: ascending, distinct
   * @param requests number of requests of each time
   * @param pairs measured pairs in ascending order of the first time; at least one; {@code all}
   *     contains their first times
   */
  public static Weighted completed(double[] all, double[] requests, Weighted pairs) {
    Sample firsts = Sample.of(pairs.firstMillis(), pairs.weights());
    int[] begins = begins(pairs.firstMillis(), firsts.size());
    int most = 0;
    for (double millis : all) {
      int nearest = nearest(firsts, millis);
      most += begins[nearest + 1] - begins[nearest];
    }
    double[] first = new double[most];
    double[] second = new double[most];
    double[] weights = new double[most];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      int nearest = nearest(firsts, all[i]);
      double measured = firsts.weightOfLeast(nearest + 1) - firsts.weightOfLeast(nearest);
      for (int pair = begins[nearest]; pair < begins[nearest + 1]; pair++) {
        first[count] = all[i];
        second[count] = pairs.secondMillis()[pair];
        weights[count++] = requests[i] * pairs.weights()[pair] / measured;
      }
    }
    return new Weighted(first, second, weights);
  }

  /**
   * Returns the start index of each distinct first time's pairs, and the number of pairs at the
   * end.
   */
  private static int[] begins(double[] ascending, int distinct) {
    int[] begins = new int[distinct + 1];
    int found = 0;
    for (int i = 1; i < ascending.length; i++) {
      if (ascending[i] > ascending[i - 1]) {
        begins[++found] = i;
      }
    }
    begins[distinct] = ascending.length;
    return begins;
  }

  private static int nearest(Sample firsts, double millis) {
    int above = firsts.countWithin(0, millis);
    if (above == 0) {
      return 0;
    }
    boolean below =
        above == firsts.size()
            || millis - firsts.millis(above - 1) <= firsts.millis(above) - millis;
    return below ? above - 1 : above;
  }
}
