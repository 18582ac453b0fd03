package org.curtail.diagnose;

import java.util.List;

/**
 * Whether slow requests are slow because of what they ask, or because of what happened to them: the
 * same request, repeated, is slow again or it is not.
 *
 * @param repeats slow requests of which there are others that asked the same
 * @param slowAgain the probability that another one that asked the same is slow too; NaN without
 *     repeats
 * @param expectedByChance that probability if what is asked did not matter
 * @param workShare of slow requests that are slow because of what they ask: 0 to 1; NaN without
 *     repeats
 * @param verdict in one word
 */
public record NoiseOrWork(
    int repeats, double slowAgain, double expectedByChance, double workShare, Verdict verdict) {
  /** What the slowest requests owe their latency to. */
  public enum Verdict {
    /** To what they ask. */
    WORK,
    /** To what happened to them. */
    NOISE,
    /** To both. */
    BOTH,
    /** Too few requests were repeated. */
    UNKNOWN
  }

  /** Of the slowest requests; 0.01 for the slowest 1 %. */
  public static NoiseOrWork of(List<Breakdown> requests, double slowestShare) {
    throw new UnsupportedOperationException();
  }
}
