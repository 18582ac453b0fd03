package org.curtail.benchkit.capacity;

import java.util.List;

/**
 * Finds the greatest arrival rate at which the mean tail over independent traces is at most a
 * target.
 *
 * <p>The search goes up from an idle machine in equal steps, on few traces, until the target is
 * missed. Bisection with linear interpolation follows. If the tail is not monotone in the rate, the
 * result is the first crossing: all tried rates below it met the target. The slope of the mean tail
 * converts each trace's tail into a rate of its own. The spread of these rates gives a 95 %
 * interval. If the interval is too wide, the search is repeated around the result on more traces.
 * Deterministic if the curve is deterministic.
 */
public final class CapacitySearch {
  /** Rate of an idle machine, as a share of the greatest rate: requests rarely overlap. */
  private static final double IDLE_SHARE = 1e-4;

  /** Precision of the bisection, as a share of the width of the interval. */
  private static final double FOUND_SHARE_OF_WIDTH = 0.1;

  /**
   * Relative distance from the result over which the slope is computed; the tail of a single trace
   * has steps.
   */
  private static final double SLOPE_REACH = 0.02;

  /** Shortest trace, in targets: a shorter trace does not reveal an endless queue. */
  private static final double TARGETS_IN_A_TRACE = 200;

  private final TailCurve curve;
  private final double targetMs;
  private final double mostPerSecond;
  private final Precision precision;

  /** The tail at a rate, on each trace. */
  private record Measured(double perSecond, List<Double> tailsMs) {
    double meanMs() {
      return MeanInterval.of(tailsMs).mean();
    }
  }

  /** Two rates: the mean tail meets the target at the first rate and misses it at the second. */
  private record Bracket(Measured met, Measured missed) {
    double width() {
      return missed.perSecond - met.perSecond;
    }

    /** True if the service did not collapse at either rate. */
    boolean isFinite() {
      return Double.isFinite(met.meanMs()) && Double.isFinite(missed.meanMs());
    }

    /** Returns the rise of the mean tail per request per second. */
    double slope() {
      return (missed.meanMs() - met.meanMs()) / width();
    }

    Bracket with(Measured middle, double targetMs) {
      return middle.meanMs() <= targetMs ? new Bracket(middle, missed) : new Bracket(met, middle);
    }
  }

  private CapacitySearch(
      TailCurve curve, double targetMs, double mostPerSecond, Precision precision) {
    this.curve = curve;
    this.targetMs = targetMs;
    this.mostPerSecond = mostPerSecond;
    this.precision = precision;
  }

  /**
   * Searches for the greatest rate.
   *
   * @param targetMs target in milliseconds: finite, above 0
   * @param mostPerSecond stability bound of all policies ({@link org.curtail.sim.StabilityBound}):
   *     finite, above 0
   */
  public static Capacity of(
      TailCurve curve, double targetMs, double mostPerSecond, Precision precision) {
    if (!(targetMs > 0) || Double.isInfinite(targetMs)) {
      throw new IllegalArgumentException("targetMs must be positive and finite: " + targetMs);
    }
    if (!(mostPerSecond > 0) || Double.isInfinite(mostPerSecond)) {
      throw new IllegalArgumentException(
          "mostPerSecond must be positive and finite: " + mostPerSecond);
    }
    return new CapacitySearch(curve, targetMs, mostPerSecond, precision).search();
  }

  /** Returns the lowest rate of a search: that of an idle machine. */
  public static double idlePerSecond(double mostPerSecond) {
    return IDLE_SHARE * mostPerSecond;
  }

  /**
   * Returns the least number of requests of a trace. In a shorter trace, a service with an overload
   * of half a percent may still meet the target.
   */
  public static double fewestRequests(double perSecond, double targetMs) {
    return TARGETS_IN_A_TRACE * perSecond * targetMs / 1000;
  }

  private Capacity search() {
    int traces = precision.fewestTraces();
    Measured met = measure(idlePerSecond(mostPerSecond), traces);
    if (met.meanMs() > targetMs) {
      return new Capacity.MissesWhenIdle(MeanInterval.of(met.tailsMs()));
    }
    for (int step = 1; step <= precision.steps(); step++) {
      Measured next = measure(mostPerSecond * step / precision.steps(), traces);
      if (next.meanMs() > targetMs) {
        return refined(carries(new Bracket(met, next), traces), traces);
      }
      met = next;
    }
    return new Capacity.MeetsWhileStable(mostPerSecond, MeanInterval.of(met.tailsMs()));
  }

  private Capacity refined(Capacity.Carries first, int measured) {
    int traces = precision.traces(measured, first.relativeWidth());
    return traces == measured ? first : searchAround(first.perSecond(), traces);
  }

  /** Searches again around a rate, on more traces. The result rarely changes much. */
  private Capacity searchAround(double rate, int traces) {
    double least = idlePerSecond(mostPerSecond);
    double reach = SLOPE_REACH * rate;
    Measured met = measure(Math.max(rate - reach, least), traces);
    Measured missed = measure(Math.min(rate + reach, mostPerSecond), traces);
    while (met.meanMs() > targetMs && met.perSecond() > least) {
      missed = met;
      met = measure(Math.max(met.perSecond() - reach, least), traces);
    }
    while (missed.meanMs() <= targetMs && missed.perSecond() < mostPerSecond) {
      met = missed;
      missed = measure(Math.min(missed.perSecond() + reach, mostPerSecond), traces);
    }
    if (met.meanMs() > targetMs) {
      return new Capacity.MissesWhenIdle(MeanInterval.of(met.tailsMs()));
    }
    return missed.meanMs() > targetMs
        ? carries(new Bracket(met, missed), traces)
        : new Capacity.MeetsWhileStable(mostPerSecond, MeanInterval.of(missed.tailsMs()));
  }

  private Capacity.Carries carries(Bracket wide, int traces) {
    double enough = FOUND_SHARE_OF_WIDTH * precision.relativeWidth();
    Bracket bracket = wide;
    boolean halve = false;
    while (bracket.width() > enough * bracket.missed().perSecond()
        && bracket.met().meanMs() < targetMs * (1 - enough)) {
      double before = bracket.width();
      double next = halve ? before / 2 : interpolate(bracket, targetMs * (1 - enough / 2));
      bracket = bracket.with(measure(bracket.met().perSecond() + next, traces), targetMs);
      // Bisects if linear interpolation hits the same side repeatedly.
      halve = bracket.width() > before / 2;
    }
    Measured answer = bracket.met();
    return withInterval(answer, slope(wide, answer, traces));
  }

  /**
   * Returns the rate at which linear interpolation reaches a tail, as a distance from the lower
   * rate.
   */
  private static double interpolate(Bracket bracket, double tailMs) {
    double width = bracket.width();
    double distance = (tailMs - bracket.met().meanMs()) / bracket.slope();
    return Math.clamp(distance, 0.02 * width, 0.98 * width);
  }

  /** Returns the slope around a rate, over a range of suitable width. */
  private double slope(Bracket wide, Measured answer, int traces) {
    double rate = answer.perSecond();
    if (wide.width() <= 3 * SLOPE_REACH * rate
        && wide.width() >= SLOPE_REACH * rate
        && wide.isFinite()) {
      return wide.slope();
    }
    Measured below = measure(rate * (1 - SLOPE_REACH), traces);
    var around = new Bracket(below, measure(rate * (1 + SLOPE_REACH), traces));
    // Beyond a collapse there is no slope. The slope before it is smaller, so the interval is
    // wider.
    return around.isFinite() ? around.slope() : new Bracket(below, answer).slope();
  }

  private Capacity.Carries withInterval(Measured answer, double slope) {
    double rate = answer.perSecond();
    // A tail that does not rise gives no rate.
    double rise = Math.max(slope, Double.MIN_NORMAL);
    double least = idlePerSecond(mostPerSecond);
    List<Double> rates =
        answer.tailsMs().stream()
            .map(ms -> Math.clamp(rate + (answer.meanMs() - ms) / rise, least, mostPerSecond))
            .toList();
    MeanInterval interval = MeanInterval.of(rates);
    return new Capacity.Carries(
        rate,
        Math.max(0, rate - interval.halfWidth()),
        Math.min(mostPerSecond, rate + interval.halfWidth()),
        MeanInterval.of(answer.tailsMs()),
        rates);
  }

  private Measured measure(double perSecond, int traces) {
    return new Measured(perSecond, curve.tailsMs(perSecond, traces));
  }
}
