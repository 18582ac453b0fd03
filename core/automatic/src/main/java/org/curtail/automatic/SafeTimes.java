package org.curtail.automatic;

import java.util.ArrayDeque;

/**
 * How long requests take under the safe policy, by how many arrive: of its latest slices of time
 * those are asked in which about as many arrived. Requests that come more often take longer whoever
 * serves, so times of another load say nothing of what a policy costs.
 */
final class SafeTimes {
  /** So many of its slices are known, at all loads. */
  private static final int LATEST = 64;

  /** Of so many slices the mean is known. */
  private static final int LEAST = 4;

  /** Rates that differ by no more than this factor are alike. */
  private static final double ALIKE = 1.25;

  /** A slice, or some together. */
  private record Served(double perSecond, double meanNanos) {}

  private static final double NANOS_PER_S = 1e9;

  private final int leastRequests;
  private final ArrayDeque<Served> latest = new ArrayDeque<>();
  private long requests;
  private double responseNanos;
  private double nanos;
  private double allNanos;

  /**
   * Nothing is known.
   *
   * @param leastRequests shorter slices are put together until they have so many
   */
  SafeTimes(int leastRequests) {
    this.leastRequests = leastRequests;
  }

  /**
   * A slice of the safe policy is over.
   *
   * @param slice what became of it
   * @param lengthNanos for which its requests were counted
   */
  void served(SliceOutcome slice, long lengthNanos) {
    requests += slice.requests();
    responseNanos += slice.requests() * slice.meanNanos();
    nanos += lengthNanos;
    allNanos += slice.requests() * slice.meanNanos();
    if (requests >= leastRequests) {
      latest.addFirst(new Served(perSecond(requests, nanos), responseNanos / requests));
      if (latest.size() > LATEST) {
        latest.removeLast();
      }
      requests = 0;
      responseNanos = 0;
      nanos = 0;
    }
  }

  /**
   * So many were served in another way: by a plan, or while some tried degrees. They took so long
   * in the mean, or would have.
   */
  void servedOtherwise(long requests, double safeNanos) {
    allNanos += requests * safeNanos;
  }

  /** What all requests so far would have taken by the safe policy, as far as is known. */
  double allNanos() {
    return allNanos;
  }

  /** Whether enough is known to compare another policy. */
  boolean isKnown() {
    return latest.size() >= LEAST;
  }

  /**
   * The mean response time of requests of which so many arrive, rather too long than too short: the
   * mean of slices and its standard error, no shorter than in the latest slice of about that rate,
   * so that a while of long requests does not count against the plan that happens to meet it. Of a
   * rate that was not seen it is the longest of all.
   *
   * @param isOverrun whether more were in the service than ever are with the safe policy, so that
   *     the rate is one of a moment
   * @return NaN if nothing is known, or if never nearly so many arrived
   */
  double meanNanos(double perSecond, boolean isOverrun) {
    double sum = 0;
    double squares = 0;
    double newest = Double.NaN;
    double longest = 0;
    double most = 0;
    int alike = 0;
    for (Served each : latest) {
      longest = Math.max(longest, each.meanNanos);
      most = Math.max(most, each.perSecond);
      if (Math.max(each.perSecond, perSecond) <= ALIKE * Math.min(each.perSecond, perSecond)) {
        newest = alike == 0 ? each.meanNanos : newest;
        sum += each.meanNanos;
        squares += each.meanNanos * each.meanNanos;
        alike++;
      }
    }
    if (alike >= LEAST) {
      double mean = sum / alike;
      double variance = Math.max(squares / alike - mean * mean, 0) / (alike - 1);
      return Math.max(mean + Math.sqrt(variance), newest);
    }
    return isKnown() && (isOverrun || perSecond <= ALIKE * most) ? longest : Double.NaN;
  }

  /** Requests a second. */
  static double perSecond(long requests, double nanos) {
    return requests / Math.max(nanos, 1) * NANOS_PER_S;
  }
}
