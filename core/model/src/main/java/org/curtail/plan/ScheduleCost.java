package org.curtail.plan;

/**
 * Prediction of Few-to-Many's model for a schedule (Figure 6). The model ignores queueing: a
 * request's time is its admission delay plus its time at each degree.
 *
 * @param tailMs chosen percentile of the requests' times since arrival, equation 5
 * @param meanMs mean of these times, equation 4
 * @param threadMs mean threads times milliseconds of a request: the numerator of equation 3 per
 *     request
 */
public record ScheduleCost(double tailMs, double meanMs, double threadMs) {
  /**
   * Returns the mean number of busy threads with this number of requests in the system, equation 3.
   */
  public double averageParallelism(int load) {
    return load * threadMs / meanMs;
  }
}
