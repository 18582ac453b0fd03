package org.curtail.workflow;

import java.util.Arrays;
import org.curtail.reissue.AttemptTimes;
import org.jspecify.annotations.Nullable;

/**
 * Measured latencies of calls from a stage to one server, in milliseconds, in the order of
 * measurement. Immutable.
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
   * Returns times without pairs. The times of copies have the same distribution as those of
   * original calls, and are independent of them.
   *
   * @param millis at least one; each finite and at least 0
   * @throws IllegalArgumentException if a time is negative or not finite; names its index and value
   */
  public static StageTimes independent(double[] millis) {
    return new StageTimes(millis.clone(), null, AttemptTimes.independent(millis));
  }

  /**
   * Returns pairs of times. Element i of both arrays belongs to the same request, sent to two
   * servers.
   *
   * @param firstMillis at least one; each finite and at least 0
   * @param secondMillis times of the copies since they were sent, one per first time
   * @throws IllegalArgumentException if a time is negative or not finite; names its index and value
   */
  public static StageTimes paired(double[] firstMillis, double[] secondMillis) {
    AttemptTimes attempts = AttemptTimes.paired(firstMillis, secondMillis);
    return new StageTimes(firstMillis.clone(), secondMillis.clone(), attempts);
  }

  /** Returns the number of measured calls: at least 1. */
  public int size() {
    return first.length;
  }

  /** Returns the time of the i-th original call; i from 0 to {@link #size}, exclusive. */
  public double firstMillis(int i) {
    return first[i];
  }

  /** Returns the times of all original calls, in the order of measurement; a copy. */
  public double[] firstMillis() {
    return first.clone();
  }

  /** True if the times are pairs of an original call and its copy. */
  public boolean arePairs() {
    return second != null;
  }

  /**
   * Returns the time of the copy of the i-th request.
   *
   * @throws IllegalStateException if there are no pairs
   */
  public double secondMillis(int i) {
    if (second == null) {
      throw new IllegalStateException("no copies were measured");
    }
    return second[i];
  }

  /** Returns the times from index {@code from} to {@code to}, exclusive. */
  StageTimes between(int from, int to) {
    double[] firsts = Arrays.copyOfRange(first, from, to);
    return second == null
        ? independent(firsts)
        : paired(firsts, Arrays.copyOfRange(second, from, to));
  }

  /** Returns the same times, sorted, for planners of reissue. */
  public AttemptTimes attemptTimes() {
    return attempts;
  }
}
