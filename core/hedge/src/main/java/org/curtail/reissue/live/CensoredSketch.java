package org.curtail.reissue.live;

import java.util.Arrays;
import java.util.Optional;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.PairSketch;
import org.curtail.reissue.times.Percentiles;

/**
 * Times of attempts, some of them censored: a losing attempt was cancelled, so its true time is
 * longer. Mostly slow attempts are cancelled. Attempts would look too fast if censored times were
 * left out or counted as ended.
 *
 * <p>The estimate is that of Kaplan and Meier (1958), for cancellations that do not depend on the
 * remaining time. So first attempts and copies must be independent. If both are slow for the same
 * requests, the estimated first times are too short. Only {@linkplain PairSketch pairs} show that.
 * Attempts that are still unresolved at the longest observed time count with that time ({@link
 * Distribution#unresolvedShare}).
 *
 * <p>Bounded memory, with the relative error of {@link LatencySketch}. At equal times, ends precede
 * cancellations. Sketches can be merged. Not thread-safe.
 */
final class CensoredSketch {
  private final LatencySketch ended;
  private final LatencySketch cut;

  /**
   * Creates an empty sketch.
   *
   * @param relativeError see {@link LatencySketch}
   * @param maxBuckets see {@link LatencySketch}; limit for ended attempts, and the same limit for
   *     censored ones
   */
  CensoredSketch(double relativeError, int maxBuckets) {
    ended = new LatencySketch(relativeError, maxBuckets);
    cut = new LatencySketch(relativeError, maxBuckets);
  }

  /** Adds an attempt that ended after this time. */
  void ended(double millis) {
    ended.add(millis);
  }

  /** Adds a censored attempt that takes longer than this time. */
  void longerThan(double millis) {
    cut.add(millis);
  }

  /** Adds the content of another sketch, which is not modified. */
  void merge(CensoredSketch other) {
    ended.merge(other.ended);
    cut.merge(other.cut);
  }

  double endedWeight() {
    return ended.weight();
  }

  double weight() {
    return ended.weight() + cut.weight();
  }

  /** Returns the greatest relative growth of a time. */
  double relativeError() {
    return Math.max(ended.relativeError(), cut.relativeError());
  }

  /**
   * The distribution of the times of attempts.
   *
   * @param millis distinct times, ascending
   * @param weights weight of each time; the sum is the number of attempts
   * @param unresolvedShare share of attempts that take longer than the longest time but count with
   *     it: 0 to 1; percentiles above 100 (1 - unresolvedShare) are unknown
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Distribution(double[] millis, double[] weights, double unresolvedShare) {
    /** Returns a percentile of the times by nearest rank. */
    double percentileMillis(double percentile) {
      return millis[Percentiles.rank(percentile, weights)];
    }

    /** Returns the share of attempts that take longer than a time. */
    double shareAfter(double limitMillis) {
      double after = 0;
      double all = 0;
      for (int i = 0; i < millis.length; i++) {
        all += weights[i];
        after += millis[i] > limitMillis ? weights[i] : 0;
      }
      return after / all;
    }
  }

  /** Returns the distribution; empty if no attempt has ended. */
  Optional<Distribution> estimate() {
    if (ended.isEmpty()) {
      return Optional.empty();
    }
    double[] ends = ended.millis();
    double[] endWeights = ended.weights();
    double[] cuts = cut.millis();
    double[] cutWeights = cut.weights();
    double atRisk = weight();
    double all = atRisk;
    double left = 1;
    double[] millis = Arrays.copyOf(ends, ends.length + 1);
    double[] weights = new double[ends.length + 1];
    int nextCut = 0;
    for (int i = 0; i < ends.length; i++) {
      while (nextCut < cuts.length && cuts[nextCut] < ends[i]) {
        atRisk -= cutWeights[nextCut++];
      }
      double share = Math.min(1, endWeights[i] / atRisk);
      weights[i] = all * left * share;
      left *= 1 - share;
      atRisk -= endWeights[i];
    }
    boolean more = nextCut < cuts.length;
    if (!more) {
      return Optional.of(new Distribution(ends, Arrays.copyOf(weights, ends.length), 0));
    }
    double longest = Math.max(ends[ends.length - 1], cuts[cuts.length - 1]);
    if (longest == ends[ends.length - 1]) {
      weights[ends.length - 1] += all * left;
      return Optional.of(new Distribution(ends, Arrays.copyOf(weights, ends.length), left));
    }
    millis[ends.length] = longest;
    weights[ends.length] = all * left;
    return Optional.of(new Distribution(millis, weights, left));
  }
}
