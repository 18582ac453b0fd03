package org.curtail.workflow.estimate;

import org.curtail.workflow.Responders;

/**
 * The exact distribution of the k-th of n independent answers, by the regularised incomplete beta
 * function. The k-th of n values is at most x if at most n - k values exceed x. With the share v of
 * values above x, the distribution is {@code P(B(n, v) <= n - k) = I(1 - v; k, n - k + 1)}.
 * Functions have v as argument, since 1 - v would lose digits in the tail. Deterministic: the same
 * bits on every machine.
 *
 * @param count number n of responders: 1 to {@value Responders#MOST}
 * @param rank rank k of the answer: 1 to {@code count}
 */
public record OrderStatistics(int count, int rank) {
  public OrderStatistics {
    if (count < 1 || count > Responders.MOST) {
      throw new IllegalArgumentException(
          "count must be from 1 to " + Responders.MOST + ": " + count);
    }
    if (rank < 1 || rank > count) {
      throw new IllegalArgumentException("rank must be from 1 to count " + count + ": " + rank);
    }
  }

  /** Returns the distribution of the answer that ends a stage. */
  public static OrderStatistics of(Responders responders) {
    return new OrderStatistics(responders.count(), responders.needed());
  }

  /**
   * Returns the probability that the answer has arrived by a time.
   *
   * @param above share of a responder's times above this time: 0 to 1
   */
  public double probability(double above) {
    if (!(above >= 0 && above <= 1)) {
      throw new IllegalArgumentException("above must be from 0 to 1: " + above);
    }
    return new KthAnswer(count, rank).reached(above);
  }

  /**
   * Returns the share of a responder's times above the time at a percentile of the answer. Bisects
   * until no number is between the ends.
   *
   * @param percentile above 0, below 100
   * @return above 0, below 1
   */
  public double shareAbove(double percentile) {
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException("percentile must be above 0 and below 100: " + percentile);
    }
    var enough = new KthAnswer(count, rank);
    double less = 0;
    double more = 1;
    while (true) {
      double middle = less + (more - less) / 2;
      if (middle <= less || middle >= more) {
        return less > 0 ? less : more;
      }
      if (enough.reached(middle) < percentile / 100) {
        more = middle;
      } else {
        less = middle;
      }
    }
  }

  /**
   * Returns a percentile of the answer, for responders whose times are drawn from a sample.
   *
   * @param ascendingMillis times of single responders, in ascending order (not checked)
   * @param percentile above 0, below 100
   */
  public double percentileMillis(double[] ascendingMillis, double percentile) {
    // At most this number of times is above; an epsilon makes up for rounding.
    int above = (int) Math.floor(shareAbove(percentile) * ascendingMillis.length + 1e-9);
    return ascendingMillis[Math.max(0, ascendingMillis.length - 1 - above)];
  }
}
