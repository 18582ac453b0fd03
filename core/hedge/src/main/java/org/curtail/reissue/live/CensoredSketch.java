package org.curtail.reissue.live;

import java.util.Arrays;
import java.util.Optional;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.PairSketch;
import org.curtail.reissue.times.Percentiles;

/**
 * Times of attempts of which some are known only to be longer than something: a copy that lost was
 * cancelled before it ended. To leave those out would make attempts look too fast, since it is the
 * long ones that are cancelled; to count them as ended would do so too.
 *
 * <p>The distribution is estimated by Kaplan and Meier (1958): of those that are known to take
 * longer than a time, which share ends just then. That holds if an attempt is not cancelled because
 * of how long it would still take: so first and second attempts must be independent. If both are
 * slow for the same requests, first times are estimated too short; only {@linkplain PairSketch
 * pairs} tell. Where nothing more is known than that attempts take longer than the longest time,
 * the rest stands at that time ({@link Distribution#unresolvedShare}).
 *
 * <p>In bounded memory, with the relative error of {@link LatencySketch}; at equal times, what
 * ended comes before what was cancelled. Sketches of parts merge. Not thread-safe.
 */
final class CensoredSketch {
  private final LatencySketch ended;
  private final LatencySketch cut;

  /**
   * An empty sketch.
   *
   * @param relativeError see {@link LatencySketch}
   * @param maxBuckets see {@link LatencySketch}; for those that ended and for others each
   */
  CensoredSketch(double relativeError, int maxBuckets) {
    ended = new LatencySketch(relativeError, maxBuckets);
    cut = new LatencySketch(relativeError, maxBuckets);
  }

  /** Adds an attempt that ended after so long. */
  void ended(double millis) {
    ended.add(millis);
  }

  /** Adds an attempt of which is known only that it takes longer than this. */
  void longerThan(double millis) {
    cut.add(millis);
  }

  /** Adds what another sketch has, which stays as it is. */
  void merge(CensoredSketch other) {
    ended.merge(other.ended);
    cut.merge(other.cut);
  }

  /** How many attempts ended. */
  double endedWeight() {
    return ended.weight();
  }

  /** How many attempts there are, those of which little is known included. */
  double weight() {
    return ended.weight() + cut.weight();
  }

  /** By which share of itself a time may have grown. */
  double relativeError() {
    return Math.max(ended.relativeError(), cut.relativeError());
  }

  /** Forgets everything. */
  void clear() {
    ended.clear();
    cut.clear();
  }

  /**
   * How long attempts take.
   *
   * @param millis distinct, ascending
   * @param weights one per time; together as many as there were attempts
   * @param unresolvedShare share of the attempts that are only known to take longer than the
   *     longest time of all, where they are put: 0 to 1. A percentile above 100 (1 -
   *     unresolvedShare) is not known
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Distribution(double[] millis, double[] weights, double unresolvedShare) {
    /** The least time within which so many percent of the attempts end. */
    double percentileMillis(double percentile) {
      return millis[Percentiles.rank(percentile, weights)];
    }

    /** The share of attempts that take longer than a time. */
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

  /** How long attempts take; empty if none has ended. */
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
