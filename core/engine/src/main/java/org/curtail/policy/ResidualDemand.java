package org.curtail.policy;

import org.curtail.Profile;

/**
 * The remaining demand of requests that have run for some time. The remaining demand decides
 * between a queue and sharing while there are more requests than cores.
 *
 * <p>A queue is better than sharing if three things are true.
 *
 * <ul>
 *   <li>After any work, the mean remaining demand of a request is at most that of a new request
 *       (the demand is <i>new better than used in expectation</i>). Consider one server with
 *       Poisson arrivals, and all disciplines that do not know demands. Then, and only then, a
 *       queue has the lowest mean latency of these disciplines (Aalto, Ayesta, Righter: On the
 *       Gittins index in the M/G/1 queue, Queueing Systems 63, 2009). No request waits long behind
 *       a long one, so the tail is lower too. A small variance is not enough. If one request in a
 *       thousand takes ten times as long as all others, it hardly changes the variance, but makes
 *       p99.9 several times as long.
 *   <li>The longest tenth of the demands differ from each other. If they are nearly equal, or end
 *       at a limit, the highest latencies are rare waits and not long demands. Sharing divides such
 *       a wait among all present requests, but in a queue one request waits. At low load, p99.9 is
 *       then up to a tenth higher in a queue than with sharing.
 *   <li>The profile has enough requests to show its tail.
 * </ul>
 */
final class ResidualDemand {
  /** Least number of requests to see p99.9. With fewer, the tail is assumed to be heavy. */
  private static final int LEAST_REQUESTS = 1000;

  private static final double LONGEST = 0.1;

  /**
   * The longest demands count as nearly equal if their mean distance from the shortest of them is
   * below this share of the mean demand.
   */
  private static final double ALIKE = 0.2;

  private ResidualDemand() {}

  /** True if a queue serves requests that outnumber the cores better than sharing does. */
  static boolean suitsQueue(Profile profile) {
    if (profile.requests() < LEAST_REQUESTS) {
      return false;
    }
    int[] ascending = profile.byDemand();
    double meanMs = profile.meanMs(1);
    double weight = 0;
    double squares = 0;
    double sumMs = 0;
    double ofLongestMs = 0;
    for (int i = ascending.length - 1; i > 0; i--) {
      double own = profile.weight(ascending[i]);
      double timeMs = profile.timeMs(ascending[i], 1);
      weight += own;
      squares += own * own;
      sumMs += own * timeMs;
      double doneMs = profile.timeMs(ascending[i - 1], 1);
      if (doneMs < timeMs) {
        double leftMs = sumMs / weight - doneMs;
        // For an exponential demand, whose remaining demand is always that of a new request.
        double standardErrorMs = meanMs * Math.sqrt(squares) / weight;
        if (leftMs > meanMs + standardErrorMs) {
          return false;
        }
        if (weight <= LONGEST * profile.totalWeight()) {
          ofLongestMs = leftMs;
        }
      }
    }
    return ofLongestMs >= ALIKE * meanMs;
  }
}
