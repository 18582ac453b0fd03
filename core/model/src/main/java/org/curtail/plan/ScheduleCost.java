package org.curtail.plan;

/**
 * What Few-to-Many's model predicts for a schedule (Figure 6). The model knows no queueing: a
 * request takes its admission delay plus its time at each degree.
 *
 * @param tailMs the chosen percentile of the requests' times since arrival, equation 5
 * @param meanMs their mean, equation 4
 * @param threadMs threads times milliseconds that a request uses on average: the numerator of
 *     equation 3 per request
 */
public record ScheduleCost(double tailMs, double meanMs, double threadMs) {
  /**
   * Threads that are busy on average while there are this many requests in the system, equation 3.
   */
  public double averageParallelism(int load) {
    return load * threadMs / meanMs;
  }
}
