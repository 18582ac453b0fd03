package org.curtail.automatic.guard;

import java.util.ArrayDeque;
import org.curtail.automatic.guard.Slice.SliceOutcome;

/**
 * Response times under the baseline, by arrival rate, from its latest slices at about the same
 * rate. Requests take longer at a higher rate under any policy, so times at another load say
 * nothing about the cost of a policy.
 */
public final class BaselineTimes {
  /** Number of slices kept, at all loads. */
  private static final int LATEST = 64;

  /** Number of slices from which the mean is known. */
  private static final int LEAST = 4;

  /** Greatest ratio of rates that count as alike. */
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
   * @param lengthNanos time for which its requests were counted
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
   * Adds requests that were served in another way, by a plan or while some tried degrees, with
   * their real or estimated mean time under the baseline.
   */
  void servedOtherwise(long requests, double baselineNanos) {
    allNanos += requests * baselineNanos;
  }

  /**
   * Returns the time that all requests so far would have taken under the baseline, as far as it is
   * known.
   */
  public double allNanos() {
    return allNanos;
  }

  /** Returns true if enough is known to compare another policy. */
  boolean isKnown() {
    return latest.size() >= LEAST;
  }

  /**
   * Returns the mean response time at an arrival rate, rather too long than too short. It is the
   * mean of slices plus its standard error, and at least that of the latest slice of about that
   * rate, so that a period of long requests does not count against the plan that meets it. For a
   * rate not seen it is the greatest of all.
   *
   * @param isOverrun true if more requests were in the service than ever under the baseline, so
   *     that the rate is one of a moment
   * @return NaN if nothing is known, or if the rate was never nearly reached
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

  /** Returns the requests a second. */
  static double perSecond(long requests, double nanos) {
    return requests / Math.max(nanos, 1) * NANOS_PER_S;
  }
}
