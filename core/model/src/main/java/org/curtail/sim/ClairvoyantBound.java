package org.curtail.sim;

import java.util.Arrays;
import org.curtail.Percentile;
import org.curtail.Profile;

/**
 * Lower bound on the tail of any scheduler on a given trace. The scheduler may know all past and
 * future requests and their demands.
 *
 * <p><b>Theorem.</b> Let a service have C cores and requests r that arrive at a(r). Let c(r, x) be
 * the least core time in which r can be done within x, or infinite. Assume that in some schedule
 * all requests of a set S have response times of at most x. Then one machine that needs {@code c(r,
 * x) / C} for r can do all of S, each between a(r) and a(r) + x. The reason: in any interval, the C
 * cores have no more core time than that machine. So if every S that the machine can do is smaller
 * than the percentile's rank, the percentile is above x. On that machine, first come, first served
 * is earliest due first. So Kise, Ibaraki and Mine's algorithm (1978) finds the greatest S exactly.
 *
 * <p><b>Assumptions.</b> A response time counts from the arrival to the end of all the work. At
 * degree d a request holds d cores and does its work at the rate {@code 1 / timeMs(d)} of the
 * profile. Threads that share cores are slower in proportion. Requests share no work. The scheduler
 * may change degrees at any moment, stop requests and move them between cores. The scheduler may
 * leave cores idle and drop requests beyond the percentile. All this is free of cost. Speedups may
 * be arbitrary. {@code c} is the lower edge of mixtures of degrees ({@link LeastCoreTime}), so a
 * request is charged for its most efficient degree, and never less.
 *
 * <p>The percentile is over all requests of the trace ({@link Percentile}, nearest rank). A
 * simulation may drop its first requests. The bound on the trace of the others then holds, since a
 * schedule for all is one for some.
 *
 * <p>Safe against rounding: the bound excludes everything below it in whole numbers. Rounding makes
 * requests shorter and the time longer. The last bit may be too high only if more threads than
 * cores are fastest. Immutable.
 */
public final class ClairvoyantBound {
  /** Greatest relative distance of the bound below the least time that is not excluded. */
  private static final double PRECISION = 1e-6;

  /** Relative rounding error, far above that of a core time. */
  private static final double ROUNDING = 1e-12;

  /** All times in units stay below 2 to this power, so that a sum of two is in range. */
  private static final int UNIT_BITS = 60;

  private final Trace trace;
  private final Profile profile;
  private final int cores;
  private final LeastCoreTime[] coreTimes;

  private ClairvoyantBound(Trace trace, Profile profile, int cores, LeastCoreTime[] coreTimes) {
    this.trace = trace;
    this.profile = profile;
    this.cores = cores;
    this.coreTimes = coreTimes;
  }

  /**
   * Creates bounds for a trace.
   *
   * @param profile demand of the trace's requests; weights do not matter
   * @param cores number of cores, at least 1
   * @throws IllegalArgumentException if there is no core, or the profile lacks a request
   */
  public static ClairvoyantBound of(Trace trace, Profile profile, int cores) {
    trace.requireRequestsOf(profile);
    var coreTimes = new LeastCoreTime[trace.size()];
    for (int i = 0; i < coreTimes.length; i++) {
      coreTimes[i] = LeastCoreTime.of(profile, trace.request(i), cores);
    }
    return new ClairvoyantBound(trace, profile, cores, coreTimes);
  }

  /**
   * Returns a lower bound in milliseconds on a percentile of the response times. The bound is at
   * most a relative 1e-6 below the least time that the theorem does not exclude. The bound is at
   * least {@link #isolatedMs(Trace, Profile, int, double)}, and equal if no request has to wait for
   * another.
   *
   * @param percentile 0 to 100
   */
  public double percentileMs(double percentile) {
    int mayBeLate = trace.size() - 1 - Percentile.rank(percentile, trace.size());
    double boundMs = isolatedMs(trace, profile, cores, percentile);
    if (!isRuledOut(boundMs, mayBeLate)) {
      return boundMs;
    }
    double openMs = 2 * boundMs;
    while (isRuledOut(openMs, mayBeLate)) {
      boundMs = openMs;
      openMs *= 2;
    }
    while (openMs - boundMs > PRECISION * boundMs) {
      double middleMs = (boundMs + openMs) / 2;
      if (isRuledOut(middleMs, mayBeLate)) {
        boundMs = middleMs;
      } else {
        openMs = middleMs;
      }
    }
    return boundMs;
  }

  private boolean isRuledOut(double withinMs, int mayBeLate) {
    return late(withinMs, mayBeLate) > mayBeLate;
  }

  /**
   * Returns the least number of requests with a response time above a target. Divided by {@link
   * Trace#size}, it is a lower bound on the miss ratio.
   *
   * @param targetMs target in milliseconds; finite, more than 0
   */
  public int leastLate(double targetMs) {
    if (!(targetMs > 0) || Double.isInfinite(targetMs)) {
      throw new IllegalArgumentException("targetMs must be positive and finite: " + targetMs);
    }
    return late(targetMs, trace.size());
  }

  /** Returns the number of late requests, or any number above {@code enough}. */
  private int late(double withinMs, int enough) {
    // A power of two, so that only whole units round; no end is later.
    double latestMs = trace.arrivalMs(trace.size() - 1) + 2 * withinMs;
    double unitsPerMs = Math.scalb(1.0, UNIT_BITS - 1 - Math.getExponent(latestMs));
    // Arrivals are rounded down, by less than 1.
    long window = (long) Math.ceil(withinMs * unitsPerMs) + 1;
    var jobs = new TardyJobs(trace.size());
    for (int i = 0; i < trace.size() && jobs.late() <= enough; i++) {
      long arrival = (long) (trace.arrivalMs(i) * unitsPerMs);
      double length = coreTimes[i].ms(withinMs) / cores * (1 - ROUNDING) * unitsPerMs;
      // A cast turns infinity into the greatest number.
      jobs.add(arrival, (long) length, arrival + window);
    }
    return jobs.late();
  }

  /**
   * Returns a percentile of the requests' times alone on the machine, each at its fastest degree.
   * No policy has a lower one at any load. Assumptions on requests are those of the bound. Requests
   * occur as often as their weights say.
   *
   * @param cores number of cores, at least 1
   * @param percentile 0 to 100
   * @return milliseconds
   */
  public static double isolatedMs(Profile profile, int cores, double percentile) {
    double[][] fastestMs = new double[profile.requests()][1];
    double[] weights = new double[profile.requests()];
    for (int r = 0; r < weights.length; r++) {
      fastestMs[r][0] = LeastCoreTime.of(profile, r, cores).fastestMs();
      weights[r] = profile.weight(r);
    }
    return Profile.weighted(profile.source(), fastestMs, weights).percentileMs(percentile, 1);
  }

  /**
   * Returns a percentile of the times of a trace's requests alone on the machine.
   *
   * @param profile demand of the trace's requests; weights do not matter
   * @param cores number of cores, at least 1
   * @param percentile 0 to 100
   * @return milliseconds
   * @throws IllegalArgumentException if the profile lacks a request
   */
  public static double isolatedMs(Trace trace, Profile profile, int cores, double percentile) {
    trace.requireRequestsOf(profile);
    double[] fastestMs = new double[trace.size()];
    Arrays.setAll(fastestMs, i -> LeastCoreTime.of(profile, trace.request(i), cores).fastestMs());
    Arrays.sort(fastestMs);
    return Percentile.of(fastestMs, percentile);
  }
}
