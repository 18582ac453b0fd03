package org.curtail.reissue;

/**
 * Second times for requests of which only the first is known: that of the pair whose first time is
 * nearest, as if requests that take equally long had the same chances when sent again. Of several
 * such pairs, each has its turn.
 */
final class NearestPairs {
  private NearestPairs() {}

  /** A second time for each of those sent alone. */
  static double[] secondMillis(double[] aloneMillis, double[] firstMillis, double[] secondMillis) {
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
