package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.reissue.AttemptTimes;
import org.jspecify.annotations.Nullable;

/**
 * Measured latencies of a stage, of one call to one server, in milliseconds. Kept in the order in
 * which they were measured. Immutable.
 */
public final class StageTimes {
  private final double[] first;
  private final double @Nullable [] second;
  private final AttemptTimes attempts;

  private StageTimes(double[] first, double @Nullable [] second, AttemptTimes attempts) {
    this.first = first;
    this.second = second;
    this.attempts = attempts;
  }

  /**
   * Second attempts are like first ones, and independent of them.
   *
   * @param millis at least one; each finite and at least 0
   * @throws IllegalArgumentException if a time is not so; names its index and value
   */
  public static StageTimes independent(double[] millis) {
    return new StageTimes(millis.clone(), null, AttemptTimes.independent(millis));
  }

  /**
   * Element i of both belongs to the same request, sent to two servers.
   *
   * @param firstMillis at least one; each finite and at least 0
   * @param secondMillis since the second attempt was sent; one per first time
   * @throws IllegalArgumentException if a time is not so; names its index and value
   */
  public static StageTimes paired(double[] firstMillis, double[] secondMillis) {
    AttemptTimes attempts = AttemptTimes.paired(firstMillis, secondMillis);
    return new StageTimes(firstMillis.clone(), secondMillis.clone(), attempts);
  }

  /** How many calls were measured: at least 1. */
  public int size() {
    return first.length;
  }

  /** The i-th first time; i from 0 to {@link #size}, exclusive. */
  public double firstMillis(int i) {
    return first[i];
  }

  /** All first times, in the order of measuring; a copy. */
  public double[] firstMillis() {
    return first.clone();
  }

  /** Whether second attempts were measured of the same requests. */
  public boolean arePairs() {
    return second != null;
  }

  /**
   * The second time of the i-th request.
   *
   * @throws IllegalStateException if there are no pairs
   */
  public double secondMillis(int i) {
    if (second == null) {
      throw new IllegalStateException("no second attempts were measured");
    }
    return second[i];
  }

  /** The times from one index to another, exclusive. */
  StageTimes between(int from, int to) {
    double[] firsts = Arrays.copyOfRange(first, from, to);
    return second == null
        ? independent(firsts)
        : paired(firsts, Arrays.copyOfRange(second, from, to));
  }

  /** The same times, sorted, as planners of reissue take them. */
  public AttemptTimes attemptTimes() {
    return attempts;
  }
}
