package org.curtail.traces.compare;

import java.util.Arrays;

/**
 * Times of a step in two windows with common ranks. Equal times share their mean rank.
 *
 * @param before number of times in the first window
 * @param after number of times in the second window
 * @param rankSum sum of the second window's ranks, which begin with 1
 * @param ties sum of t^3 - t over all groups of t equal times
 * @param slowest number of the slowest 5 % of all times
 * @param slowestAfter number of the slowest times in the second window
 */
record PooledTimes(
    int before, int after, double rankSum, double ties, int slowest, int slowestAfter) {
  private static final double SLOWEST_FROM = 0.95;

  static PooledTimes of(double[] before, double[] after) {
    double[] all = Arrays.copyOf(before, before.length + after.length);
    System.arraycopy(after, 0, all, before.length, after.length);
    Arrays.sort(all);
    double[] second = after.clone();
    Arrays.sort(second);
    double rankSum = 0;
    double ties = 0;
    int slowest = 0;
    int slowestAfter = 0;
    int ofSecond = 0;
    for (int from = 0; from < all.length; ) {
      int to = from;
      int secondFrom = ofSecond;
      while (to < all.length && all[to] == all[from]) {
        to++;
      }
      while (ofSecond < second.length && second[ofSecond] == all[from]) {
        ofSecond++;
      }
      double equal = to - from;
      double rank = (from + 1 + to) / 2.0;
      rankSum += rank * (ofSecond - secondFrom);
      ties += equal * equal * equal - equal;
      if (rank - 0.5 > SLOWEST_FROM * all.length) {
        slowest += to - from;
        slowestAfter += ofSecond - secondFrom;
      }
      from = to;
    }
    return new PooledTimes(before.length, after.length, rankSum, ties, slowest, slowestAfter);
  }

  int size() {
    return before + after;
  }

  /**
   * Number of pairs, with one time of each window, in which the second time is longer. Ties count
   * half.
   */
  double longerPairs() {
    return rankSum - after * (after + 1.0) / 2;
  }
}
