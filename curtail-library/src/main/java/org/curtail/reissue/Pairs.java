package org.curtail.reissue;

/**
 * First and second attempt of the same requests, in ascending order of the second. Immutable. What
 * must be known of all pairs is found in one pass, since a copy's delay only shifts that order.
 */
final class Pairs {
  private final double[] firstMillis;
  private final double[] secondMillis;
  private final double[] weights;

  private Pairs(double[] firstMillis, double[] secondMillis, double[] weights) {
    this.firstMillis = firstMillis;
    this.secondMillis = secondMillis;
    this.weights = weights;
  }

  /**
   * Puts pairs in order, by counting those of each distinct second time: no objects, however many
   * there are.
   *
   * @param second all second times
   */
  static Pairs of(double[] firstMillis, double[] secondMillis, double[] weights, Sample second) {
    int count = firstMillis.length;
    int[] ranks = new int[count];
    int[] next = new int[second.size() + 1];
    for (int i = 0; i < count; i++) {
      ranks[i] = second.countWithin(0, secondMillis[i]) - 1;
      next[ranks[i] + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    double[] firsts = new double[count];
    double[] seconds = new double[count];
    double[] ordered = new double[count];
    for (int i = 0; i < count; i++) {
      int place = next[ranks[i]]++;
      firsts[place] = firstMillis[i] + 0.0;
      seconds[place] = secondMillis[i] + 0.0;
      ordered[place] = weights[i];
    }
    return new Pairs(firsts, seconds, ordered);
  }

  int count() {
    return firstMillis.length;
  }

  double firstMillis(int index) {
    return firstMillis[index];
  }

  double secondMillis(int index) {
    return secondMillis[index];
  }

  double weight(int index) {
    return weights[index];
  }
}
