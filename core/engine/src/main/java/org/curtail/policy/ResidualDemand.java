package org.curtail.policy;

import org.curtail.Profile;

/**
 * The remaining demand of requests that have run for a while, and the conclusion for requests that
 * outnumber the cores: whether a queue suits them better than sharing does.
 *
 * <p>It does if three things hold.
 *
 * <ul>
 *   <li>Whatever work a request has done, the mean of its remaining demand is at most that of a new
 *       one (the demand is <i>new better than used in expectation</i>). Then, and only then, a
 *       queue has the lowest mean latency of all disciplines that do not know demands, on one
 *       server with Poisson arrivals (Aalto, Ayesta, Righter: On the Gittins index in the M/G/1
 *       queue, Queueing Systems 63, 2009). No request waits long behind a long one, so the tail is
 *       lower too. A small variance is not enough: one of a thousand requests that takes ten times
 *       as long as all others hardly shows in it, and raises p99.9 several times.
 *   <li>The longest tenth differ among themselves. If they are nearly alike, or end at a limit, the
 *       farthest latencies are rare waits and not long demands. Sharing divides such a wait among
 *       all present requests, a queue leaves it to one: at low load its p99.9 is up to a tenth
 *       above that of sharing.
 *   <li>The profile has enough requests to show its tail.
 * </ul>
 */
final class ResidualDemand {
  /** Fewer show nothing of p99.9: then a heavy tail is taken to be there. */
  private static final int LEAST_REQUESTS = 1000;

  private static final double LONGEST = 0.1;

  /** Of the mean demand: if the longest have less left, beyond the shortest of them. */
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
        // Of an exponential demand, which is as good used as new.
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
