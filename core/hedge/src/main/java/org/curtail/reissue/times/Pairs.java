package org.curtail.reissue.times;

import org.curtail.reissue.times.Sample.AscendingOrder;

/**
 * Pairs of a first attempt and a copy of the same request, in ascending order of the copies' times.
 * A delay does not change the order of ends, so one pass is enough for all delays. Immutable.
 */
public final class Pairs {
  private final double[] firstMillis;
  private final double[] secondMillis;
  private final double[] weights;
  private final int count;
  private final double measured;

  private Pairs(
      double[] firstMillis, double[] secondMillis, double[] weights, int count, double measured) {
    this.firstMillis = firstMillis;
    this.secondMillis = secondMillis;
    this.weights = weights;
    this.count = count;
    this.measured = measured;
  }

  /**
   * Sorts pairs.
   *
   * @param measured number of requests whose two attempts were measured
   */
  public static Pairs of(
      double[] firstMillis, double[] secondMillis, double[] weights, double measured) {
    int count = firstMillis.length;
    int[] order = AscendingOrder.of(secondMillis);
    double[] firsts = new double[count];
    double[] seconds = new double[count];
    double[] ordered = new double[count];
    for (int i = 0; i < count; i++) {
      firsts[i] = firstMillis[order[i]] + 0.0;
      seconds[i] = secondMillis[order[i]] + 0.0;
      ordered[i] = weights[order[i]];
    }
    return new Pairs(firsts, seconds, ordered, count, measured);
  }

  /** Returns the pairs with a first time above a limit. */
  public Pairs after(double limitMillis) {
    int late = 0;
    for (int i = 0; i < count; i++) {
      late += firstMillis[i] > limitMillis ? 1 : 0;
    }
    double[] firsts = new double[late];
    double[] seconds = new double[late];
    double[] ordered = new double[late];
    int place = 0;
    for (int i = 0; i < count; i++) {
      if (firstMillis[i] > limitMillis) {
        firsts[place] = firstMillis[i];
        seconds[place] = secondMillis[i];
        ordered[place++] = weights[i];
      }
    }
    return new Pairs(firsts, seconds, ordered, late, measured);
  }

  public int count() {
    return count;
  }

  /** Returns the number of requests whose two attempts were measured. */
  public double measured() {
    return measured;
  }

  public double firstMillis(int index) {
    return firstMillis[index];
  }

  public double secondMillis(int index) {
    return secondMillis[index];
  }

  public double weight(int index) {
    return weights[index];
  }
}
