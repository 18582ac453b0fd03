package org.curtail.automatic.guard;

import java.util.ArrayDeque;
import org.curtail.automatic.guard.Slice.SliceOutcome;

/**
 * Response times under the baseline by arrival rate, from its latest slices at a similar rate.
 * Under any policy, requests take longer at a higher rate. So times at another load do not show the
 * cost of a policy.
 */
public final class BaselineTimes {
  /** Number of slices kept, at all loads. */
  private static final int LATEST = 64;

  /** Number of slices needed for a mean. */
  private static final int LEAST = 4;

  /** Greatest ratio of similar rates. */
  private static final double ALIKE = 1.25;

  /** A slice, or several combined. */
  private record Served(double perSecond, double meanNanos) {}

  private static final double NANOS_PER_S = 1e9;

  private final int leastRequests;
  private final ArrayDeque<Served> latest = new ArrayDeque<>();
  private long requests;
  private double responseNanos;
  private double nanos;
  private double allNanos;

  /**
   * Creates times without slices.
   *
   * @param leastRequests slices with fewer requests are combined until they have as many
   */
  BaselineTimes(int leastRequests) {
    this.leastRequests = leastRequests;
  }

  /**
   * Adds a finished slice of the baseline.
   *
   * @param slice its result
   * @param lengthNanos time during which its requests were counted
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
   * Adds requests outside of the baseline's slices, with their real or estimated mean time under
   * the baseline.
   */
  void servedOtherwise(long requests, double baselineNanos) {
    allNanos += requests * baselineNanos;
  }

  /** Returns the known response time of all requests so far, as under the baseline. */
  public double allNanos() {
    return allNanos;
  }

  /** Returns true if the times suffice to compare another policy. */
  boolean isKnown() {
    return latest.size() >= LEAST;
  }

  /**
   * Returns the mean response time at an arrival rate, an upper estimate. It is the mean of slices
   * plus its standard error, and at least that of the latest slice of a similar rate. So a period
   * of long requests does not count against the plan that serves it. For an unknown rate it is the
   * greatest of all.
   *
   * @param isOverrun true if more requests were in the service than ever under the baseline, so
   *     that the rate is one of a moment
   * @return NaN without slices, or for a rate far above all known ones
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

  static double perSecond(long requests, double nanos) {
    return requests / Math.max(nanos, 1) * NANOS_PER_S;
  }
}
